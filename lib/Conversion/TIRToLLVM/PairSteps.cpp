//===- PairSteps.cpp - Steps of channel pairs and of their rescales
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/PairLayout.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

namespace {
class PairStepBuilder : public StepBuilder {
public:
  using StepBuilder::StepBuilder;

  void expand(WidenBytesOp op);
  void expand(DotPairsOp op);
  void expand(RequantizeOp op);

private:
  void storeGroup(WidenBytesOp op, Value first, ArrayRef<Value> bytes);
  Value getWordPosition(WidenBytesOp op, Value first, int64_t distance);
  void forGroups(Value from, Value to, function_ref<void(Value)> body);
  void widenGroups(WidenBytesOp op, Value from, Value to);
  void widenAll(WidenBytesOp op);
  void widenAligned(WidenBytesOp op);
  void widenSome(WidenBytesOp op);

  Value hideOrigin(Value address);
  /// What the loops of `tir.dot_pairs` carry.
  struct DotState {
    Value pixelWords, weightWords;
    SmallVector<Value> sums;
  };
  void forWords(int64_t count, DotState &state,
                function_ref<void(DotState &)> body);
  void dotWord(DotPairsOp op, Value pixelWords, Value weightWords, int64_t word,
               SmallVectorImpl<Value> &sums);
};
} // namespace

//===----------------------------------------------------------------------===//
// tir.widen_bytes
//===----------------------------------------------------------------------===//

/// Stores a group of up to four bytes, which begins at byte `first`.
void PairStepBuilder::storeGroup(WidenBytesOp op, Value first,
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

/// Returns the position of word `distance` after those of the bytes before byte
/// `first`, whose number is a multiple of four.
Value PairStepBuilder::getWordPosition(WidenBytesOp op, Value first,
                                       int64_t distance) {
  Value words = arith::ShRUIOp::create(b, first, index(1));
  return at(add(op.getAt(), words), distance);
}

/// Emits a loop over groups of four bytes, of which the loop's variable is the
/// first.
void PairStepBuilder::forGroups(Value from, Value to,
                                function_ref<void(Value)> body) {
  if (isEmpty(from, to))
    return;
  auto loop = scf::ForOp::create(b, from, to, index(4));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

/// Widens whole groups of four bytes that are all read.
void PairStepBuilder::widenGroups(WidenBytesOp op, Value from, Value to) {
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
void PairStepBuilder::widenAll(WidenBytesOp op) {
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
void PairStepBuilder::widenAligned(WidenBytesOp op) {
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
void PairStepBuilder::widenSome(WidenBytesOp op) {
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

void PairStepBuilder::expand(WidenBytesOp op) {
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
// tir.dot_pairs
//===----------------------------------------------------------------------===//

/// Adds the products of a word to the sums: for each pixel and pair that of
/// both channels, or of the first one with bytes, and that of the second
/// channel. The word is number `word`
/// after those at the addresses.
void PairStepBuilder::dotWord(DotPairsOp op, Value pixelWords,
                              Value weightWords, int64_t word,
                              SmallVectorImpl<Value> &sums) {
  auto pixels = static_cast<int64_t>(op.getPixels()),
       pairs = static_cast<int64_t>(op.getPairs()),
       size = static_cast<int64_t>(op.getSize());
  SmallVector<WordPlace> places;
  for (int64_t pair = 0; pair < pairs; ++pair)
    places.push_back({weightWords, pair * size + word});
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    places.push_back({pixelWords, pixel * op.getLayout().pixelPitch + word});
  SmallVector<Value> loaded = loadWords(places), firsts, seconds;
  ArrayRef<Value> values = ArrayRef(loaded).drop_front(pairs);
  for (Value weight : ArrayRef(loaded).take_front(pairs)) {
    firsts.push_back(op.getBytes() ? getLowBytes(turnRight(weight)) : weight);
    seconds.push_back(getLowBytes(weight));
  }
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    for (int64_t pair = 0; pair < pairs; ++pair) {
      Value &first = sums[2 * (pixel * pairs + pair)];
      Value &second = sums[2 * (pixel * pairs + pair) + 1];
      first = multiplyHalves(values[pixel], firsts[pair], first);
      second = multiplyHalves(values[pixel], seconds[pair], second);
    }
}

/// Returns the same address, of which LLVM does not know where it comes from.
/// LLVM would otherwise compute both addresses of a loop from its counter,
/// which takes one register too many.
Value PairStepBuilder::hideOrigin(Value address) {
  if (!hasDSP)
    return address;
  return LLVM::InlineAsmOp::create(b, address.getType(), address, "", "=r,0",
                                   /*has_side_effects=*/false,
                                   /*is_align_stack=*/false,
                                   LLVM::TailCallKind::None,
                                   LLVM::AsmDialectAttr(), ArrayAttr())
      .getRes();
}

/// Emits a loop with the given number of iterations that carries the addresses
/// of words and the sums.
void PairStepBuilder::forWords(int64_t count, DotState &state,
                               function_ref<void(DotState &)> body) {
  if (count == 0)
    return;
  if (count == 1)
    return body(state);
  SmallVector<Value> carried(state.sums);
  carried.append({state.pixelWords, state.weightWords});
  auto loop = scf::ForOp::create(b, index(0), index(count), index(1), carried);
  auto unpack = [&](ValueRange values) {
    state.sums = llvm::to_vector(values.drop_back(2));
    state.pixelWords = values.drop_back().back();
    state.weightWords = values.back();
  };
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  unpack(loop.getRegionIterArgs());
  body(state);
  SmallVector<Value> next(state.sums);
  next.append({state.pixelWords, state.weightWords});
  scf::YieldOp::create(b, next);
  unpack(loop.getResults());
}

void PairStepBuilder::expand(DotPairsOp op) {
  auto size = static_cast<int64_t>(op.getSize());
  auto [run, runPitch, pixelPitch] = op.getLayout();
  int64_t unroll = op.getUnroll();
  auto advance = [&](Value &address, int64_t words) {
    if (words != 0)
      address = LLVM::GEPOp::create(
          b, address.getType(), i32, address,
          ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(words)));
  };
  DotState state;
  state.pixelWords = getAddress(op.getPixelWords(), index(0));
  state.weightWords = getAddress(op.getWeights(), op.getOffset());
  SmallVector<Value> &sums = state.sums;
  sums.assign(op.getNumResults(), number(0));
  for (unsigned i = 0; i < sums.size() && !op.getInit().empty(); i += 2) {
    unsigned first = i % (2 * op.getPairs());
    sums[i + 1] = op.getInit()[first + 1];
    sums[i] = op.getBytes()
                  ? op.getInit()[first]
                  : add(shiftLeft(op.getInit()[first], 8), sums[i + 1]);
  }
  auto dotWords = [&](DotState &inner, int64_t count) {
    if (size != unroll)
      inner.pixelWords = hideOrigin(inner.pixelWords);
    for (int64_t word = 0; word < count; ++word)
      dotWord(op, inner.pixelWords, inner.weightWords, word, inner.sums);
    advance(inner.pixelWords, count);
    advance(inner.weightWords, count);
  };
  int64_t distance = runPitch - run;
  forWords(size / run, state, [&, run = run](DotState &outer) {
    forWords(run / unroll, outer,
             [&](DotState &inner) { dotWords(inner, unroll); });
    dotWords(outer, run % unroll);
    advance(outer.pixelWords, distance);
  });
  SmallVector<Value> results;
  for (unsigned i = 0; i < sums.size(); i += 2) {
    Value first = sums[i], second = sums[i + 1];
    if (!op.getBytes())
      first = arith::SubIOp::create(b, first, second);
    if (op.getBytes() && op.getTimes256())
      first = shiftLeft(first, 8);
    if (!op.getBytes() && !op.getTimes256())
      first = shiftRight(first, 8);
    results.push_back(first);
    results.push_back(op.getTimes256() ? shiftLeft(second, 8) : second);
  }
  op->replaceAllUsesWith(results);
}

//===----------------------------------------------------------------------===//
// tir.requantize
//===----------------------------------------------------------------------===//

void PairStepBuilder::expand(RequantizeOp op) {
  Type i64 = b.getI64Type();
  auto wide = [&](Value value) -> Value {
    return arith::ExtSIOp::create(b, i64, value);
  };
  Value product = multiply(wide(op.getAccumulator()), wide(op.getMultiplier()));
  auto getUpperHalf = [&](Value value) -> Value {
    return arith::TruncIOp::create(
        b, i32, arith::ShRSIOp::create(b, value, number(32, 64)));
  };
  Value offset = op.getOffset(), signOffset = op.getSignOffset(), high;
  if (offset.getType() == i32) {
    if (signOffset)
      offset = arith::SubIOp::create(
          b, offset,
          arith::AndIOp::create(b, shiftRight(op.getAccumulator(), 31),
                                signOffset));
    high = add(getUpperHalf(product), offset);
  } else {
    Value sum = add(product, offset);
    if (signOffset)
      sum = add(sum, multiply(wide(shiftRight(op.getAccumulator(), 31)),
                              wide(signOffset)));
    high = getUpperHalf(sum);
  }
  if (op.getShift() != 0)
    high = shiftRight(high, op.getShift());
  if (op.getBits() < 32) {
    high = arith::MinSIOp::create(b, high, number(llvm::maxIntN(op.getBits())));
    high = arith::MaxSIOp::create(b, high, number(llvm::minIntN(op.getBits())));
  }
  op.replaceAllUsesWith(high);
}

bool tir::expandPairStep(Operation *op, bool hasDSP) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<WidenBytesOp, DotPairsOp, RequantizeOp>([&](auto step) {
        PairStepBuilder(step, hasDSP).expand(step);
        return true;
      })
      .Default(false);
}
