//===- HalfSteps.cpp - Steps that store bytes as halves of words
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class HalfStepBuilder : public StepBuilder {
public:
  using StepBuilder::StepBuilder;

  void expand(WidenBytesOp op);
  void expand(StoreHalfOp op);

private:
  void storeGroup(WidenBytesOp op, Value first, ArrayRef<Value> bytes);
  Value getWordPosition(WidenBytesOp op, Value first, int64_t distance);
  void forGroups(Value from, Value to, function_ref<void(Value)> body);
  void widenGroups(WidenBytesOp op, Value from, Value to);
  void widenAll(WidenBytesOp op);
  void widenAligned(WidenBytesOp op);
  void widenSome(WidenBytesOp op);
};
} // namespace

//===----------------------------------------------------------------------===//
// kernel.widen_bytes
//===----------------------------------------------------------------------===//

/// Stores a group of up to four bytes, which begins at byte `first`.
void HalfStepBuilder::storeGroup(WidenBytesOp op, Value first,
                                 ArrayRef<Value> bytes) {
  auto store = [&](Value word, int64_t distance) {
    memref::StoreOp::create(b, word, op.getWords(),
                            getWordPosition(op, first, distance));
  };
  if (bytes.size() <= 2)
    return store(joinHalves(bytes[0], bytes.back()), 0);
  store(joinHalves(bytes[0], bytes[2]), 0);
  store(joinHalves(bytes[1], bytes.back()), 1);
}

/// Returns the position of word `distance` after the words of the bytes before
/// byte `first`, whose number is a multiple of four.
Value HalfStepBuilder::getWordPosition(WidenBytesOp op, Value first,
                                       int64_t distance) {
  Value words = arith::ShRUIOp::create(b, first, index(1));
  return at(add(op.getAt(), words), distance);
}

/// Emits a loop over groups of four bytes, of which the loop's variable is the
/// first.
void HalfStepBuilder::forGroups(Value from, Value to,
                                function_ref<void(Value)> body) {
  if (isEmpty(from, to))
    return;
  auto loop = scf::ForOp::create(b, from, to, index(4));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

/// Widens whole groups of four bytes that are all read.
void HalfStepBuilder::widenGroups(WidenBytesOp op, Value from, Value to) {
  forGroups(from, to, [&](Value first) {
    Value position = add(op.getOffset(), first);
    if (hasDSP) {
      Value word = loadWord(op.getBytes(), position);
      Value turned = turnRight(word);
      memref::StoreOp::create(b, getLowBytes(word), op.getWords(),
                              getWordPosition(op, first, 0));
      memref::StoreOp::create(b, getLowBytes(turned), op.getWords(),
                              getWordPosition(op, first, 1));
      return;
    }
    SmallVector<Value> bytes;
    for (int64_t i = 0; i < 4; ++i)
      bytes.push_back(
          arith::ExtSIOp::create(b, i32, load(op.getBytes(), at(position, i))));
    storeGroup(op, first, bytes);
  });
}

/// Widens bytes that are all read.
void HalfStepBuilder::widenAll(WidenBytesOp op) {
  auto size = static_cast<int64_t>(op.getSize());
  int64_t rest = size % 4;
  widenGroups(op, index(0), index(size - rest));
  if (rest == 0)
    return;
  SmallVector<Value> bytes;
  for (int64_t i = size - rest; i < size; ++i)
    bytes.push_back(arith::ExtSIOp::create(
        b, i32, load(op.getBytes(), at(op.getOffset(), i))));
  storeGroup(op, index(size - rest), bytes);
}

/// Widens bytes of which those outside of [begin, end) are padding, if no group
/// of four has both.
void HalfStepBuilder::widenAligned(WidenBytesOp op) {
  Value padding = getBothHalves(op.getPadding());
  auto pad = [&](Value from, Value to) {
    forGroups(from, to, [&](Value first) {
      for (int64_t word : {0, 1})
        memref::StoreOp::create(b, padding, op.getWords(),
                                getWordPosition(op, first, word));
    });
  };
  Value size = index(op.getSize());
  Value begin = arith::MinSIOp::create(b, op.getBegin(), size);
  Value end = arith::MaxSIOp::create(b, op.getEnd(), begin);
  pad(index(0), begin);
  widenGroups(op, begin, end);
  pad(end, size);
}

/// Widens bytes of which those outside of [begin, end) are padding.
void HalfStepBuilder::widenSome(WidenBytesOp op) {
  auto byte = [&](Value position) -> Value {
    using Predicate = arith::CmpIPredicate;
    Value isInside = arith::AndIOp::create(
        b, arith::CmpIOp::create(b, Predicate::sge, position, op.getBegin()),
        arith::CmpIOp::create(b, Predicate::slt, position, op.getEnd()));
    auto choice = scf::IfOp::create(b, i32, isInside, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    Value read = load(op.getBytes(), add(op.getOffset(), position));
    scf::YieldOp::create(b, ValueRange(arith::ExtSIOp::create(b, i32, read)));
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, number(op.getPadding()));
    return choice.getResult(0);
  };
  auto group = [&](Value first, int64_t count) {
    SmallVector<Value> bytes;
    for (int64_t i = 0; i < count; ++i)
      bytes.push_back(byte(at(first, i)));
    storeGroup(op, first, bytes);
  };
  auto size = static_cast<int64_t>(op.getSize());
  int64_t rest = size % 4;
  forGroups(index(0), index(size - rest),
            [&](Value first) { group(first, 4); });
  if (rest > 0)
    group(index(size - rest), rest);
}

void HalfStepBuilder::expand(WidenBytesOp op) {
  auto size = static_cast<int64_t>(op.getSize());
  std::optional<int64_t> begin = getConstantIntValue(op.getBegin()),
                         end = getConstantIntValue(op.getEnd());
  if (begin && end) {
    if (*begin == 0 && *end == size)
      return widenAll(op);
    return widenSome(op);
  }
  using Predicate = arith::CmpIPredicate;
  // Whole groups: all bytes, or only where their number permits it.
  Value isRegular;
  if (size % 4 == 0) {
    Value both = arith::OrIOp::create(b, op.getBegin(), op.getEnd());
    Value rest = arith::AndIOp::create(b, both, index(3));
    isRegular = arith::CmpIOp::create(b, Predicate::eq, rest, index(0));
  } else {
    isRegular = arith::AndIOp::create(
        b, arith::CmpIOp::create(b, Predicate::eq, op.getBegin(), index(0)),
        arith::CmpIOp::create(b, Predicate::eq, op.getEnd(), index(size)));
  }
  auto choice = scf::IfOp::create(b, isRegular, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  if (size % 4 == 0)
    widenAligned(op);
  else
    widenAll(op);
  b.setInsertionPointToStart(choice.elseBlock());
  widenSome(op);
}

//===----------------------------------------------------------------------===//
// kernel.store_half
//===----------------------------------------------------------------------===//

void HalfStepBuilder::expand(StoreHalfOp op) {
  if (hasDSP) {
    Value half = arith::TruncIOp::create(b, b.getI16Type(), op.getValue());
    Value at = arith::IndexCastOp::create(b, i32, op.getAt());
    Value words = getAddress(op.getWords(), index(0));
    Value address =
        LLVM::GEPOp::create(b, words.getType(), b.getI16Type(), words, at);
    LLVM::StoreOp::create(b, half, address, /*alignment=*/2);
    return;
  }
  Value position = arith::ShRUIOp::create(b, op.getAt(), index(1));
  Value parity = arith::AndIOp::create(b, op.getAt(), index(1));
  Value isLow =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, parity, index(0));
  Value word = load(op.getWords(), position);
  Value low = joinHalves(op.getValue(), shiftRight(word, 16)),
        high = joinHalves(word, op.getValue());
  memref::StoreOp::create(b, arith::SelectOp::create(b, isLow, low, high),
                          op.getWords(), position);
}

bool tir::expandHalfStep(Operation *op, bool hasDSP, bool loadsAnywhere) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<WidenBytesOp, StoreHalfOp>([&](auto step) {
        HalfStepBuilder(step, hasDSP, loadsAnywhere).expand(step);
        return true;
      })
      .Default(false);
}
