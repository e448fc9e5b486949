//===- DescribePlan.cpp - What the attribute #tir.plan says
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlanner.h"

#include "DescribeSteps.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns the buffers without their alignment: which of them lie in one pool,
/// so that it could cost memory, is up to the plan.
std::vector<PlanBuffer> MemoryPlanner::collectUnaligned() const {
  std::vector<PlanBuffer> all;
  for (const Buffer &buffer : buffers)
    all.push_back({buffer.plan.bytes, 1, buffer.plan.first, buffer.plan.last});
  return all;
}

uint64_t MemoryPlanner::lowerBoundOfAllPools() {
  return liveBytesBound(collectUnaligned(), makeDistances());
}

/// An input is live until its last use, and an output from its first write.
/// Other tools also plan inputs and outputs; this is how much memory that
/// takes.
uint64_t MemoryPlanner::liveBytesWithArguments() {
  std::vector<PlanBuffer> all = collectUnaligned();
  std::vector<PlanDistance> made = makeDistances();
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    std::optional<Lifetime> lifetime = lifetimes.getLifetime(argument);
    // Inputs that are overwritten are among the buffers.
    if (!type || !type.hasStaticShape() || argument.use_empty() ||
        indexOf.contains(argument))
      continue;
    all.push_back(
        {bytesOf(type).value_or(0), 1, lifetime->first, lifetime->last});
  }
  return liveBytesBound(all, made);
}

SmallVector<PlannedArgumentAttr> MemoryPlanner::describeArguments() {
  MLIRContext *context = module.getContext();
  SmallVector<PlannedArgumentAttr> rows;
  function.walk([&](memref::AllocOp alloc) {
    DictionaryAttr attributes = getFormerArgument(alloc);
    if (!attributes)
      return;
    const Buffer &buffer = buffers[indexOf.at(alloc)];
    // What the function does with it is its kind.
    NamedAttrList others(attributes);
    others.erase(kEffectAttrName);
    bool isInput = getArgumentEffect(attributes) == Effect::Read;
    rows.push_back(PlannedArgumentAttr::get(
        context, others.getDictionary(context),
        StringAttr::get(context, isInput ? "input" : "output"), buffer.offset,
        StringAttr::get(context, buffer.pool), alloc.getType()));
  });
  return rows;
}

PlannedPoolAttr MemoryPlanner::describePool(const Pool &pool) {
  MLIRContext *context = module.getContext();
  const PoolDescription &given = pool.description;
  return PlannedPoolAttr::get(
      context, pool.alignment, pool.plan.bytes, /*contents=*/nullptr,
      given.isExternal, pool.plan.gap(), given.input, given.limit,
      pool.plan.lowerBound, StringAttr::get(context, pool.plan.method),
      StringAttr::get(context, pool.name), pool.plan.optimal, given.section);
}

PlannedBufferAttr MemoryPlanner::describeBuffer(const Buffer &buffer) {
  Builder builder(module.getContext());
  // Outputs live on after the last step.
  uint64_t last = std::max<size_t>(lifetimes.getSteps().size(), 1) - 1;
  memref::AllocOp alloc = buffer.getAlloc();
  auto ring =
      alloc ? alloc->getAttrOfType<RingAttr>(kRowsAttrName) : RingAttr();
  std::optional<int64_t> rows, tensorRows;
  if (ring) {
    rows = ring.getRows();
    tensorRows = ring.getTensorRows();
  }
  return PlannedBufferAttr::get(
      module.getContext(), buffer.plan.alignment, buffer.plan.bytes,
      buffer.plan.first, std::min<uint64_t>(buffer.plan.last, last),
      builder.getStringAttr(buffer.name), buffer.offset,
      buffer.over.empty() ? ArrayAttr() : builder.getStrArrayAttr(buffer.over),
      builder.getStringAttr(buffer.pool), rows, tensorRows);
}

PlanAttr MemoryPlanner::describe() {
  MLIRContext *context = module.getContext();
  PlanParts plan;
  plan.strategy = StringAttr::get(
      context,
      settings.strategy == PlanStrategy::Packed ? "packed" : "separate");
  for (const Pool &pool : pools)
    plan.pools.push_back(describePool(pool));
  for (const Buffer &buffer : buffers)
    plan.buffers.push_back(describeBuffer(buffer));
  plan.steps = describeSteps(lifetimes, layout);
  plan.inputsOutputsLiveBytes = liveBytesWithArguments();
  // Each pool by itself could be empty; all of them together cannot.
  if (pools.size() > 1 && settings.strategy == PlanStrategy::Packed &&
      llvm::none_of(pools, [](const Pool &pool) { return bool(pool.input); }))
    plan.lowerBound = lowerBoundOfAllPools();
  plan.arguments = describeArguments();
  plan.loops = describeLoops(context, lifetimes);
  return plan.get(context);
}
