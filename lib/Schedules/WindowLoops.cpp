//===- WindowLoops.cpp - Loops over windows of int8 elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Returns what a rescale by 1 rescales, which converters write to widen.
static Value matchUnscaled(Operation *op) {
  auto scale = dyn_cast_if_present<tosa::ApplyScaleOp>(op);
  if (!scale)
    return {};
  std::optional<int64_t> multiplier =
                             getConstantIntValue(scale.getMultiplier()),
                         shift = getConstantIntValue(scale.getShift());
  constexpr int64_t kMostShift = 30;
  return multiplier && shift && *shift >= 0 && *shift <= kMostShift &&
                 *multiplier == int64_t(1) << *shift
             ? scale.getValue()
             : Value();
}

static Position getSum(Value index) {
  Position position;
  if (std::optional<int64_t> number = getConstantIntValue(index)) {
    position.number = *number;
    return position;
  }
  Operation *op = index.getDefiningOp();
  if (Value number = matchUnscaled(op))
    return getSum(number);
  if (isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op)) {
    position = getSum(op->getOperand(0));
    position.add(getSum(op->getOperand(1)), isa<arith::AddIOp>(op) ? 1 : -1);
    return position;
  }
  if (isa_and_nonnull<arith::MulIOp>(op))
    for (auto [one, other] : {std::pair(0, 1), std::pair(1, 0)})
      if (auto factor = getConstantIntValue(op->getOperand(other))) {
        position.add(getSum(op->getOperand(one)), *factor);
        return position;
      }
  position.terms[index] = 1;
  return position;
}

Position tir::getPosition(MemRefType type, OperandRange indices) {
  Position position;
  for (auto [index, extent] : llvm::zip_equal(indices, type.getShape())) {
    Position outer;
    outer.add(position, extent);
    outer.add(getSum(index), 1);
    position = outer;
  }
  return position;
}

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// Returns what a loop of a window counts to at most, if it begins with 0 at
/// the earliest.
static std::optional<int64_t> getExtent(scf::ForOp loop) {
  auto getBound = [](Value value, auto limit) -> std::optional<int64_t> {
    if (std::optional<int64_t> number = getConstantIntValue(value))
      return number;
    if (auto op = value.getDefiningOp<decltype(limit)>())
      for (Value operand : op->getOperands())
        if (std::optional<int64_t> number = getConstantIntValue(operand))
          return number;
    return std::nullopt;
  };
  if (loop.getUnsignedCmp() || getConstantIntValue(loop.getStep()) != 1 ||
      getBound(loop.getLowerBound(), arith::MaxSIOp()) != 0)
    return std::nullopt;
  return getBound(loop.getUpperBound(), arith::MinSIOp());
}

static bool hasSameOperands(ValueRange one, ValueRange other) {
  return llvm::equal(one, other);
}

static bool areAll(ValueRange values, int64_t number) {
  return llvm::all_of(values, [&](Value value) {
    return getConstantIntValue(value) == number;
  });
}

/// The outer loop hands its sums or maxima to the inner one, or adds the inner
/// one's to them.
bool WindowLoops::matchNest() {
  auto loops = llvm::to_vector(outer.getBody()->getOps<scf::ForOp>());
  if (loops.empty()) {
    inner = outer;
    return true;
  }
  inner = loops.front();
  auto yielded = outer.getBody()->getTerminator()->getOperands();
  if (loops.size() != 1 || inner.getNumResults() != kLanes)
    return false;
  if (hasSameOperands(inner.getInitArgs(), outer.getRegionIterArgs()) &&
      hasSameOperands(yielded, inner.getResults()))
    return true;
  return areAll(inner.getInitArgs(), 0) &&
         llvm::all_of(llvm::seq<unsigned>(0, kLanes), [&](unsigned lane) {
           auto sum = yielded[lane].getDefiningOp<arith::AddIOp>();
           Value before = outer.getRegionIterArg(lane),
                 row = inner.getResult(lane);
           return sum && ((sum.getLhs() == before && sum.getRhs() == row) ||
                          (sum.getLhs() == row && sum.getRhs() == before));
         });
}

/// Matches the new maximum or sum of one of the elements.
bool WindowLoops::matchLane(unsigned lane, memref::LoadOp &load) {
  Value before = inner.getRegionIterArg(lane),
        after = inner.getBody()->getTerminator()->getOperand(lane);
  Operation *op = after.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::MaxSIOp>(op))
    return false;
  Value element = op->getOperand(op->getOperand(0) == before ? 1 : 0);
  if (!llvm::is_contained(op->getOperands(), before) || element == before)
    return false;
  int64_t added = 0;
  if (isa<arith::AddIOp>(op)) {
    Position sum = getSum(element);
    if (sum.terms.size() != 1 || sum.terms.begin()->second != 1)
      return false;
    added = sum.number;
    auto extend = sum.terms.begin()->first.getDefiningOp<arith::ExtSIOp>();
    if (!extend || !after.getType().isInteger(32))
      return false;
    element = extend.getIn();
  }
  load = element.getDefiningOp<memref::LoadOp>();
  if (!load || !element.getType().isInteger(8))
    return false;
  bool isFirst = lane == 0;
  if (isFirst) {
    isSum = isa<arith::AddIOp>(op);
    summand = added;
  }
  return isSum == isa<arith::AddIOp>(op) && summand == added;
}

bool WindowLoops::matchElements() {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    memref::LoadOp load;
    if (!matchLane(lane, load))
      return false;
    auto type = load.getMemRefType();
    if (!type.hasStaticShape() || !isWholeBuffer(type) || type.getRank() == 0)
      return false;
    Position at = getPosition(type, load.getIndices());
    if (lane == 0) {
      buffer = load.getMemRef();
      position = at;
    } else if (buffer != load.getMemRef() || !at.isAfter(position, lane)) {
      return false;
    }
  }
  // What the loops do besides is to compute positions.
  WalkResult others = outer->walk([&](Operation *op) {
    return isa<scf::ForOp, scf::YieldOp, memref::LoadOp>(op) || isPure(op)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !others.wasInterrupted() &&
         llvm::range_size(inner.getBody()->getOps<memref::LoadOp>()) == kLanes;
}

/// Finds the rows and columns, which is all that the loops may count.
bool WindowLoops::matchPlaces() {
  std::optional<int64_t> extent = getExtent(inner);
  if (!extent)
    return false;
  columns = {inner.getLowerBound(), inner.getUpperBound(), *extent,
             position.take(inner.getInductionVar())};
  if (inner != outer) {
    std::optional<int64_t> numRows = getExtent(outer);
    if (!numRows)
      return false;
    rows = {outer.getLowerBound(), outer.getUpperBound(), *numRows,
            position.take(outer.getInductionVar())};
  }
  auto isOutside = [&](Value value) {
    return !value || getConstantIntValue(value) ||
           outer.isDefinedOutsideOfLoop(value);
  };
  return columns.pitch > 0 && rows.pitch > 0 && isOutside(buffer) &&
         isOutside(columns.begin) && isOutside(columns.end) &&
         llvm::all_of(position.terms,
                      [&](auto term) { return isOutside(term.first); });
}

std::optional<WindowLoops> WindowLoops::match(scf::ForOp loop) {
  WindowLoops window;
  window.outer = loop;
  if (loop.getNumResults() != kLanes || !window.matchNest() ||
      !window.matchElements() || !window.matchPlaces())
    return std::nullopt;
  if (!window.isSum && !areAll(loop.getInitArgs(), INT8_MIN))
    return std::nullopt;
  if (!window.isSum)
    return window;
  // One loop is rows, of which there may be any number.
  constexpr int64_t kMostColumns = 256;
  if (window.inner == loop)
    std::swap(window.rows, window.columns);
  return window.columns.extent <= kMostColumns ? std::optional(window)
                                               : std::nullopt;
}
