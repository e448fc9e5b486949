//===- OrderSteps.cpp - The order of main's calls that needs the least memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MainSteps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/Analysis/BufferDistances.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Plan/MemoryPlan.h"

namespace tir {
#define GEN_PASS_DEF_TIRORDERSTEPSPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the most bytes that are live at one step, without those that buffers
/// share by their distances.
static uint64_t findLiveBytes(PrimFuncOp main) {
  BufferLifetimes lifetimes(main);
  DataLayout layout = DataLayout::closest(main);
  std::vector<PlanBuffer> buffers;
  DenseMap<Value, unsigned> indexOf;
  main.walk([&](memref::AllocOp alloc) {
    std::optional<Lifetime> lifetime = lifetimes.getLifetime(alloc);
    if (!lifetime || !alloc.getType().hasStaticShape())
      return;
    MemRefType type = alloc.getType();
    indexOf[alloc] = buffers.size();
    buffers.push_back(
        {layout.getTypeSize(type.getElementType()).getFixedValue() *
             type.getNumElements(),
         1, lifetime->first, lifetime->last});
  });
  std::vector<PlanDistance> distances;
  for (const BufferDistance &distance : findDistances(lifetimes)) {
    auto lower = indexOf.find(distance.lower),
         upper = indexOf.find(distance.upper);
    if (lower != indexOf.end() && upper != indexOf.end())
      distances.push_back({lower->second, upper->second, distance.bytes});
  }
  return liveBytesBound(buffers, distances);
}

static void orderSteps(PrimFuncOp main) {
  Block &block = main.getBody().front();
  if (!llvm::hasSingleElement(main.getBody()) ||
      !block.getOps<memref::DeallocOp>().empty())
    return;
  MainSteps steps(main);
  std::optional<std::vector<unsigned>> order =
      findLowerOrder(steps.getProblem());
  if (!order)
    return;
  SmallVector<Operation *> given;
  for (Operation &op : block.without_terminator())
    given.push_back(&op);
  uint64_t before = findLiveBytes(main);
  steps.reorder(*order);
  if (findLiveBytes(main) < before)
    return;
  for (Operation *op : given)
    op->moveBefore(block.getTerminator());
}

namespace {
struct OrderStepsPass
    : public tir::impl::TIROrderStepsPassBase<OrderStepsPass> {
  using TIROrderStepsPassBase::TIROrderStepsPassBase;

  void runOnOperation() override {
    // The effect of each argument of each call is asked for.
    SymbolLookupScope scope(getOperation());
    for (auto main : getOperation().getOps<PrimFuncOp>())
      if (!main.isPrivate() && !main.isExternal())
        orderSteps(main);
  }
};
} // namespace
