//===- DescribeSteps.cpp - Description of the steps of a plan
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeSteps.h"

#include "mlir/IR/Builders.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

namespace {
struct Traffic {
  uint64_t reads = 0, writes = 0, constants = 0;
};

struct Use {
  bool reads, writes;
};
} // namespace

/// Returns what `step` does with the buffer in `operand`.
static Use useOf(Operation *step, OpOperand &operand) {
  if (auto call = dyn_cast<BufferCallOpInterface>(step)) {
    unsigned first = call.getArgOperands().getBeginOperandIndex();
    Effect effect = call.getArgEffect(operand.getOperandNumber() - first);
    return {effect != Effect::Write, effect != Effect::Read};
  }
  auto interface = dyn_cast<MemoryEffectOpInterface>(step);
  if (!interface)
    return {true, true};
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffectsOnValue(operand.get(), effects);
  Use use = {false, false};
  for (const MemoryEffects::EffectInstance &effect : effects) {
    use.reads |= isa<MemoryEffects::Read>(effect.getEffect());
    use.writes |= isa<MemoryEffects::Write>(effect.getEffect());
  }
  return use;
}

/// Returns the bytes of the elements of a region, without those between its
/// rows; 0 if the number is only known at run time.
static uint64_t bytesOf(MemRefType type, const DataLayout &layout) {
  if (!type.hasStaticShape())
    return 0;
  Type element = type.getElementType();
  uint64_t bytes = llvm::alignTo(layout.getTypeSize(element).getFixedValue(),
                                 layout.getTypeABIAlignment(element));
  for (int64_t size : type.getShape())
    bytes = llvm::SaturatingMultiply(bytes, uint64_t(size));
  return std::min(bytes, uint64_t(INT64_MAX));
}

static Traffic trafficOf(Operation *step, const DataLayout &layout) {
  Traffic traffic;
  llvm::SmallDenseSet<Value> reads, writes;
  for (OpOperand &operand : step->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      continue;
    uint64_t bytes = bytesOf(type, layout);
    Use use = useOf(step, operand);
    if (use.reads && reads.insert(operand.get()).second)
      (isConstantBuffer(operand.get()) ? traffic.constants : traffic.reads) +=
          bytes;
    if (use.writes && writes.insert(operand.get()).second)
      traffic.writes += bytes;
  }
  return traffic;
}

ArrayAttr tir::describeSteps(MLIRContext *context,
                             const BufferLifetimes &lifetimes,
                             const DataLayout &layout) {
  Builder builder(context);
  SmallVector<Attribute> rows;
  for (Operation *step : lifetimes.getSteps()) {
    auto call = dyn_cast<BufferCallOpInterface>(step);
    Traffic traffic = trafficOf(step, layout);
    auto number = [&](StringRef name, uint64_t value) {
      return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
    };
    SmallVector<NamedAttribute> row = {
        builder.getNamedAttr(
            "name",
            builder.getStringAttr(call ? call.getCalleeName()
                                       : step->getName().getStringRef())),
        number("reads", traffic.reads), number("writes", traffic.writes),
        number("constants", traffic.constants)};
    if (Attribute calls = call ? call->getAttr(kCallsAttrName) : nullptr)
      row.push_back(builder.getNamedAttr("calls", calls));
    auto turns = step->getAttrOfType<DenseI64ArrayAttr>(kTurnsAttrName);
    if (turns && turns.size() == 2) {
      row.push_back(number("first_turn", turns[0]));
      row.push_back(number("turn_period", turns[1]));
    }
    // Calls that share a kernel have separate places.
    if (call && call->hasAttr(kPlaceAttrName))
      for (auto [name, key] :
           {std::pair("place", kPlaceAttrName), {"fused", kFusedAttrName}})
        if (Attribute value = call->getAttr(key))
          row.push_back(builder.getNamedAttr(name, value));
    if (Attribute channels = call ? call->getAttr(kChannelsAttrName) : nullptr)
      row.push_back(builder.getNamedAttr("channels", channels));
    // Kernels of the module have a place already.
    if (call && !isa<CallTIROp>(step))
      row.push_back(builder.getNamedAttr(
          "external", builder.getStringAttr(getLayerName(step->getLoc()))));
    if (Value context = call ? call.getDeviceContext() : Value())
      if (auto get = context.getDefiningOp<GetDeviceContextOp>())
        row.push_back(builder.getNamedAttr(
            "device", builder.getStringAttr(get.getDevice())));
    rows.push_back(builder.getDictionaryAttr(row));
  }
  return builder.getArrayAttr(rows);
}

ArrayAttr tir::describeLoops(MLIRContext *context,
                             const BufferLifetimes &lifetimes) {
  Builder builder(context);
  SmallVector<Attribute> rows;
  for (const auto &[op, steps] : lifetimes.getLoops()) {
    NamedAttrList row;
    row.set("first", builder.getI64IntegerAttr(steps.first));
    row.set("last", builder.getI64IntegerAttr(steps.last));
    bool isByRows = false;
    op->walk(
        [&](CallTIROp call) { isByRows |= call->hasAttr(kTurnsAttrName); });
    std::optional<APInt> turns =
        isByRows ? cast<LoopLikeOpInterface>(op).getStaticTripCount()
                 : std::nullopt;
    if (turns)
      row.set("turns", builder.getI64IntegerAttr(turns->getSExtValue()));
    rows.push_back(row.getDictionary(context));
  }
  return builder.getArrayAttr(rows);
}
