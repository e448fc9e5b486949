//===- UnpackLoads.cpp - Loads of numbers that share bytes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpackLoads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;

/// Returns the remainder of an index by a power of two, if it is always the
/// same.
static std::optional<int64_t> getRemainder(Value index, int64_t divisor) {
  if (std::optional<int64_t> number = getConstantIntValue(index))
    return *number & (divisor - 1);
  if (auto loop = dyn_cast_if_present<scf::ForOp>(
          index.getParentBlock()->getParentOp());
      loop && index == loop.getInductionVar()) {
    std::optional<int64_t> step = getRemainder(loop.getStep(), divisor);
    return step == 0 ? getRemainder(loop.getLowerBound(), divisor)
                     : std::nullopt;
  }
  Operation *op = index.getDefiningOp();
  if (!isa_and_present<arith::AddIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<int64_t> left = getRemainder(op->getOperand(0), divisor);
  std::optional<int64_t> right = getRemainder(op->getOperand(1), divisor);
  if (isa<arith::MulIOp>(op) && (left == 0 || right == 0))
    return 0;
  if (!left || !right)
    return std::nullopt;
  int64_t result = isa<arith::AddIOp>(op) ? *left + *right : *left * *right;
  return result & (divisor - 1);
}

/// Returns whether a loop has whole groups of so many iterations, of which the
/// first one begins at a multiple, and is short enough to be unrolled.
static bool canUnroll(scf::ForOp loop, int64_t group) {
  constexpr size_t kMostOperations = 80;
  std::optional<int64_t> begin = getConstantIntValue(loop.getLowerBound()),
                         end = getConstantIntValue(loop.getUpperBound());
  if (!begin || !end || getConstantIntValue(loop.getStep()) != 1 ||
      *begin % group != 0 || (*end - *begin) % group != 0 ||
      *end - *begin <= group)
    return false;
  Block::OpListType &operations = loop.getBody()->getOperations();
  return operations.size() * group <= kMostOperations &&
         llvm::all_of(operations,
                      [](Operation &op) { return op.getNumRegions() == 0; });
}

void tir::unrollByBytes(ArrayRef<memref::LoadOp> loads, PackedForm form) {
  int64_t group = form.getPerByte();
  llvm::SetVector<scf::ForOp> loops;
  for (memref::LoadOp load : loads) {
    auto loop = dyn_cast<scf::ForOp>(load->getParentOp());
    bool isNext = loop && llvm::any_of(load.getIndices(), [&](Value index) {
                    return !getRemainder(index, group);
                  });
    if (isNext && canUnroll(loop, group))
      loops.insert(loop);
  }
  for (scf::ForOp loop : loops)
    (void)loopUnrollByFactor(loop, group);
}

namespace {
class Unpacker {
public:
  Unpacker(memref::LoadOp load, Value bytes, PackedForm form)
      : load(load), bytes(bytes), form(form), builder(load.getLoc(), load),
        divisor(form.getPerByte()) {}

  void run() {
    addPosition();
    Value number = extract();
    replaceUsers(number);
  }

private:
  Value number(int64_t value) {
    return arith::ConstantIntOp::create(builder, value, 32);
  }
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }

  Value subtract(Value value, int64_t number) {
    if (number == 0)
      return value;
    auto sum = value.getDefiningOp<arith::AddIOp>();
    std::optional<int64_t> more =
        sum ? getConstantIntValue(sum.getRhs()) : std::nullopt;
    if (more == number)
      return sum.getLhs();
    return builder.createOrFold<arith::SubIOp>(value, index(number));
  }

  /// Finds the position of the byte and, if it is known, the position of the
  /// number in it.
  void addPosition() {
    auto [strides, offset] =
        cast<MemRefType>(load.getMemRefType()).getStridesAndOffset();
    Value position = index(0);
    std::optional<int64_t> remainder = 0;
    for (auto [subscript, stride] :
         llvm::zip_equal(load.getIndices(), strides)) {
      std::optional<int64_t> rest = getRemainder(subscript, divisor);
      // The numbers of a byte then have one address.
      Value part = stride == 1 && rest ? subtract(subscript, *rest) : subscript;
      rest = stride % divisor == 0 ? std::optional<int64_t>(0)
             : rest                ? std::optional<int64_t>(*rest * stride)
                                   : std::nullopt;
      if (stride != 1)
        part = builder.createOrFold<arith::MulIOp>(part, index(stride));
      position = builder.createOrFold<arith::AddIOp>(position, part);
      remainder = remainder && rest
                      ? std::optional((*remainder + *rest) & (divisor - 1))
                      : std::nullopt;
    }
    byte = builder.createOrFold<arith::DivUIOp>(position, index(divisor));
    known = remainder;
    if (!known)
      place = arith::IndexCastOp::create(
          builder, builder.getI32Type(),
          builder.createOrFold<arith::AndIOp>(position, index(divisor - 1)));
  }

  /// Returns the number in 32 bits.
  Value extract() {
    Value loaded = memref::LoadOp::create(builder, bytes, byte);
    Type wide = builder.getI32Type();
    if (!form.isSigned) {
      Value all = arith::ExtUIOp::create(builder, wide, loaded);
      Value by = known ? number(*known * form.bits) : multiply(place);
      Value moved =
          known == 0 ? all : builder.createOrFold<arith::ShRUIOp>(all, by);
      return arith::AndIOp::create(builder, moved,
                                   number((1 << form.bits) - 1));
    }
    Value all = arith::ExtSIOp::create(builder, wide, loaded);
    // The sign is copied by a shift to the left, and one back.
    if (known && *known == divisor - 1)
      return arith::ShRSIOp::create(builder, all, number(8 - form.bits));
    Value by = known ? number(32 - form.bits * (*known + 1))
                     : arith::SubIOp::create(builder, number(32 - form.bits),
                                             multiply(place));
    Value moved = arith::ShLIOp::create(builder, all, by);
    return arith::ShRSIOp::create(builder, moved, number(32 - form.bits));
  }

  Value multiply(Value value) {
    return arith::MulIOp::create(builder, value, number(form.bits));
  }

  /// Lets what widens the loaded number read the wide one.
  void replaceUsers(Value wide) {
    for (Operation *user : llvm::make_early_inc_range(load->getUsers())) {
      OpBuilder at(user);
      if (isa<arith::ExtSIOp>(user)) {
        Type type = user->getResult(0).getType();
        Value result = wide;
        if (type.getIntOrFloatBitWidth() > 32)
          result = arith::ExtSIOp::create(at, user->getLoc(), type, wide);
        else if (type != wide.getType())
          result = arith::TruncIOp::create(at, user->getLoc(), type, wide);
        user->getResult(0).replaceAllUsesWith(result);
        user->erase();
      } else if (isa<arith::SIToFPOp>(user)) {
        user->setOperand(0, wide);
      }
    }
    if (load->use_empty())
      return load.erase();
    Value narrow = arith::TruncIOp::create(builder, builder.getI8Type(), wide);
    load.replaceAllUsesWith(narrow);
    load.erase();
  }

  memref::LoadOp load;
  Value bytes;
  PackedForm form;
  ImplicitLocOpBuilder builder;
  int64_t divisor;
  Value byte, place;
  std::optional<int64_t> known;
};
} // namespace

void tir::unpackLoad(memref::LoadOp load, Value bytes, PackedForm form) {
  Unpacker(load, bytes, form).run();
}
