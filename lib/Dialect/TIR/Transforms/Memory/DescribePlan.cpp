//===- DescribePlan.cpp - What the attribute tir.plan says
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlanner.h"

#include "DescribeSteps.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

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

ArrayAttr MemoryPlanner::describeArguments() {
  Builder builder(module.getContext());
  SmallVector<Attribute> rows;
  function.walk([&](memref::AllocOp alloc) {
    auto attributes = alloc->getAttrOfType<DictionaryAttr>(kArgumentAttrName);
    if (!attributes)
      return;
    const Buffer &buffer = buffers[indexOf.at(alloc)];
    // The plan outlives the dialect, whose attributes it cannot contain.
    NamedAttrList others(attributes);
    others.erase(kEffectAttrName);
    bool isInput = getArgumentEffect(attributes) == Effect::Read;
    rows.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("attributes",
                              others.getDictionary(module.getContext())),
         builder.getNamedAttr(
             "kind", builder.getStringAttr(isInput ? "input" : "output")),
         builder.getNamedAttr("type", TypeAttr::get(alloc.getType())),
         builder.getNamedAttr("pool", builder.getStringAttr(buffer.pool)),
         builder.getNamedAttr("offset",
                              builder.getI64IntegerAttr(buffer.offset))}));
  });
  return builder.getArrayAttr(rows);
}

DictionaryAttr MemoryPlanner::describe(ArrayAttr steps, ArrayAttr arguments) {
  Builder builder(module.getContext());
  auto number = [&](StringRef name, uint64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  auto text = [&](StringRef name, StringRef value) {
    return builder.getNamedAttr(name, builder.getStringAttr(value));
  };
  SmallVector<Attribute> poolAttrs, bufferAttrs;
  for (const Pool &pool : pools) {
    NamedAttrList row = pool.description;
    row.append(text("name", pool.name));
    row.append(number("bytes", pool.plan.bytes));
    row.append(number("alignment", pool.alignment));
    row.append(number("lower_bound", pool.plan.lowerBound));
    row.append(number("gap", pool.plan.gap()));
    row.append("optimal", builder.getBoolAttr(pool.plan.optimal));
    row.append(text("method", pool.plan.method));
    poolAttrs.push_back(row.getDictionary(module.getContext()));
  }
  // Outputs live on after the last step.
  uint64_t last = std::max<size_t>(lifetimes.getSteps().size(), 1) - 1;
  for (const Buffer &buffer : buffers) {
    SmallVector<NamedAttribute> row = {
        text("name", buffer.name),
        text("pool", buffer.pool),
        number("offset", buffer.offset),
        number("bytes", buffer.plan.bytes),
        number("alignment", buffer.plan.alignment),
        number("first", buffer.plan.first),
        number("last", std::min(buffer.plan.last, last))};
    if (!buffer.over.empty())
      row.push_back(
          builder.getNamedAttr("over", builder.getStrArrayAttr(buffer.over)));
    memref::AllocOp alloc = buffer.getAlloc();
    auto rows = alloc
                    ? alloc->getAttrOfType<DenseI64ArrayAttr>(kRingRowsAttrName)
                    : DenseI64ArrayAttr();
    if (rows && rows.size() == 2) {
      row.push_back(number("rows", rows[0]));
      row.push_back(number("tensor_rows", rows[1]));
    }
    bufferAttrs.push_back(builder.getDictionaryAttr(row));
  }
  SmallVector<NamedAttribute> plan = {
      text("strategy",
           settings.strategy == PlanStrategy::Packed ? "packed" : "separate"),
      builder.getNamedAttr("pools", builder.getArrayAttr(poolAttrs)),
      builder.getNamedAttr("buffers", builder.getArrayAttr(bufferAttrs)),
      builder.getNamedAttr("steps", steps),
      number("inputs_outputs_live_bytes", liveBytesWithArguments())};
  // Each pool by itself could be empty; all of them together cannot.
  if (pools.size() > 1 && settings.strategy == PlanStrategy::Packed &&
      llvm::none_of(pools, [](const Pool &pool) { return bool(pool.input); }))
    plan.push_back(number("lower_bound", lowerBoundOfAllPools()));
  if (!arguments.empty())
    plan.push_back(builder.getNamedAttr("arguments", arguments));
  if (ArrayAttr loops = describeLoops(module.getContext(), lifetimes);
      !loops.empty())
    plan.push_back(builder.getNamedAttr("loops", loops));
  return builder.getDictionaryAttr(plan);
}
