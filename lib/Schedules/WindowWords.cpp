//===- WindowWords.cpp - Windows of int8 elements, four in a word
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowWords.h"

#include "FlattenElements.h"
#include "WindowLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
/// Replaces the loops of a window.
class WindowBuilder {
public:
  WindowBuilder(WindowLoops &window, FunctionOpInterface kernel)
      : window(window), kernel(kernel), b(window.outer.getLoc(), window.outer) {
  }

  void replace();

private:
  using Stores = SmallVector<memref::StoreOp>;
  std::optional<Stores> findStores();
  void replaceStores(Stores stores);
  void replaceResults();
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  Value emit(const Position &position);
  Value flatten(Value buffer);
  Value countElements();
  SmallVector<std::pair<Value, int64_t>> getCuts() const;
  CallStepOp createStep(Value target, Value at, bool isWhole);
  void separateBorder(CallStepOp call);

  WindowLoops &window;
  FunctionOpInterface kernel;
  ImplicitLocOpBuilder b;
};
} // namespace

/// Returns the stores of all results if there is nothing else between them and
/// the loops, and the elements lie side by side.
std::optional<WindowBuilder::Stores> WindowBuilder::findStores() {
  Stores stores;
  Position first;
  for (auto [lane, result] : llvm::enumerate(window.outer.getResults())) {
    auto store = result.hasOneUse()
                     ? dyn_cast<memref::StoreOp>(*result.user_begin())
                     : memref::StoreOp();
    if (!store || store->getBlock() != window.outer->getBlock() ||
        !isWholeBuffer(store.getMemRefType()) ||
        !store.getMemRefType().hasStaticShape() ||
        store.getMemRefType().getRank() == 0)
      return std::nullopt;
    Position at = getPosition(store.getMemRefType(), store.getIndices());
    if (lane == 0)
      first = at;
    else if (store.getMemRef() != stores.front().getMemRef() ||
             !at.isAfter(first, static_cast<int64_t>(lane)) ||
             !stores.back()->isBeforeInBlock(store))
      return std::nullopt;
    stores.push_back(store);
  }
  for (Operation *op = window.outer->getNextNode(); op != stores.back();
       op = op->getNextNode())
    if (!isPure(op) && !llvm::is_contained(stores, op))
      return std::nullopt;
  return stores;
}

Value WindowBuilder::emit(const Position &position) {
  Value sum;
  auto add = [&](Value value) {
    sum = sum ? b.createOrFold<arith::AddIOp>(sum, value) : value;
  };
  for (auto [value, factor] : position.terms)
    add(factor == 1 ? value
                    : b.createOrFold<arith::MulIOp>(value, constant(factor)));
  if (position.number != 0 || !sum)
    add(constant(position.number));
  return sum;
}

/// Returns a buffer with one dimension.
Value WindowBuilder::flatten(Value buffer) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(buffer);
  return flattenBuffer(b, buffer);
}

/// Returns the bounds of rows and columns that are not constant.
SmallVector<std::pair<Value, int64_t>> WindowBuilder::getCuts() const {
  SmallVector<std::pair<Value, int64_t>> cuts;
  for (const WindowRange &range : {window.rows, window.columns})
    for (auto [bound, whole] :
         {std::pair(range.begin, int64_t(0)), {range.end, range.extent}})
      if (bound && getConstantIntValue(bound) != whole)
        cuts.emplace_back(bound, whole);
  return cuts;
}

/// Emits the step. If `isWhole` is set, all positions are inside of the input.
CallStepOp WindowBuilder::createStep(Value target, Value at, bool isWhole) {
  auto orConstant = [&](Value bound, int64_t number) {
    return bound ? bound : constant(number);
  };
  const WindowRange &rows = window.rows, &columns = window.columns;
  SmallVector<Value> numbers = {emit(window.position)};
  bool hasBounds = window.isSum || !isWhole;
  if (hasBounds)
    llvm::append_values(
        numbers, orConstant(rows.begin, 0), orConstant(rows.end, rows.extent),
        orConstant(columns.begin, 0), orConstant(columns.end, columns.extent));
  SmallVector<int64_t> sizes;
  if (window.isSum || isWhole)
    sizes.push_back(rows.extent);
  llvm::append_values(sizes, columns.extent, rows.pitch, columns.pitch);
  StringRef step = window.isSum ? "dsp_sum_window"
                   : isWhole    ? "dsp_max_window"
                                : "dsp_max_border";
  return CallStepOp::create(b, step,
                            ValueRange{flatten(window.buffer), flatten(target)},
                            ValueRange{constant(0), at}, numbers, sizes);
}

/// A loop around the step gets a copy for windows that are whole, if that
/// depends on nothing in the loop.
void WindowBuilder::separateBorder(CallStepOp call) {
  auto loop = dyn_cast<scf::ForOp>(call->getParentOp());
  auto cuts = getCuts();
  auto isOutside = [&](auto cut) {
    return loop.isDefinedOutsideOfLoop(cut.first);
  };
  if (!loop || loop.getNumResults() != 0 || cuts.empty() ||
      !llvm::all_of(cuts, isOutside))
    return;
  b.setInsertionPoint(loop);
  Value isWhole;
  for (auto [bound, whole] : cuts) {
    Value isEqual = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, bound,
                                          constant(whole));
    isWhole = isWhole ? arith::AndIOp::create(b, isWhole, isEqual).getResult()
                      : isEqual;
  }
  auto choice = scf::IfOp::create(b, isWhole, /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.thenBlock());
  IRMapping copies;
  b.clone(*loop, copies);
  auto copy = cast<CallStepOp>(copies.lookup(call.getOperation()));
  b.setInsertionPoint(copy);
  const WindowRange &rows = window.rows, &columns = window.columns;
  CallStepOp::create(b, "dsp_max_window", copy.getBuffers(), copy.getOffsets(),
                     copy.getNumbers().take_front(),
                     ArrayRef<int64_t>{rows.extent, columns.extent, rows.pitch,
                                       columns.pitch});
  copy.erase();
  loop->moveBefore(choice.elseBlock(), choice.elseBlock()->begin());
}

void WindowBuilder::replaceStores(Stores stores) {
  memref::StoreOp first = stores.front();
  b.setInsertionPoint(stores.back());
  CallStepOp call =
      createStep(first.getMemRef(),
                 emit(getPosition(first.getMemRefType(), first.getIndices())),
                 getCuts().empty());
  for (memref::StoreOp store : stores)
    store.erase();
  window.outer.erase();
  separateBorder(call);
}

/// Returns how many elements a window has.
Value WindowBuilder::countElements() {
  Value count = constant(1);
  for (const WindowRange &range : {window.rows, window.columns}) {
    Value extent = range.begin
                       ? b.createOrFold<arith::SubIOp>(range.end, range.begin)
                       : constant(range.extent);
    count = b.createOrFold<arith::MulIOp>(count, extent);
  }
  return b.createOrFold<arith::IndexCastOp>(b.getI32Type(), count);
}

void WindowBuilder::replaceResults() {
  Type element = window.outer.getResult(0).getType();
  Value results;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&kernel.getFunctionBody().front());
    results = memref::AllocaOp::create(
        b, MemRefType::get({WindowLoops::kLanes}, element));
  }
  createStep(results, constant(0), getCuts().empty());
  Value added;
  if (window.summand != 0)
    added = b.createOrFold<arith::MulIOp>(
        countElements(), arith::ConstantIntOp::create(b, window.summand, 32));
  for (auto [lane, result] : llvm::enumerate(window.outer.getResults())) {
    Value number = memref::LoadOp::create(b, results,
                                          constant(static_cast<int64_t>(lane)));
    Value init = window.outer.getInitArgs()[lane];
    if (added)
      number = arith::AddIOp::create(b, number, added);
    if (window.isSum && getConstantIntValue(init) != 0)
      number = arith::AddIOp::create(b, number, init);
    result.replaceAllUsesWith(number);
  }
  window.outer.erase();
}

void WindowBuilder::replace() {
  std::optional<Stores> stores;
  if (!window.isSum)
    stores = findStores();
  if (stores)
    replaceStores(std::move(*stores));
  else
    replaceResults();
}

void tir::reduceWindowsInWords(FunctionOpInterface kernel) {
  SmallVector<WindowLoops, 0> windows;
  kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    std::optional<WindowLoops> window = WindowLoops::match(loop);
    if (!window)
      return WalkResult::advance();
    windows.push_back(*window);
    return WalkResult::skip();
  });
  for (WindowLoops &window : windows)
    WindowBuilder(window, kernel).replace();
}
