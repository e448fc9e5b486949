//===- DescribeSteps.cpp - Description of the steps of a plan
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeSteps.h"

#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

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

/// Describes the step `op`.
static PlannedStepAttr describeStep(Operation *op, const DataLayout &layout) {
  MLIRContext *context = op->getContext();
  auto call = dyn_cast<BufferCallOpInterface>(op);
  Traffic traffic = trafficOf(op, layout);
  StringRef name = call ? call.getCalleeName() : op->getName().getStringRef();
  TurnsAttr turns =
      call ? op->getAttrOfType<TurnsAttr>(kRowsAttrName) : TurnsAttr();
  std::optional<int64_t> calls, first, period;
  if (turns) {
    calls = turns.getCalls();
    first = turns.getFirst();
    period = turns.getPeriod();
  }
  // Calls that share a kernel have separate places.
  StringAttr place, external, device;
  ArrayAttr fused;
  FoldedChannelsAttr channels;
  if (call) {
    CallParts known = getCallParts(op);
    if (known.layer) {
      place = known.layer.getPlace();
      fused = known.layer.getFused();
    }
    channels = known.channels;
    // Kernels of the module have a place already.
    if (!isa<CallTIROp>(op))
      external = StringAttr::get(context, getLayerName(op->getLoc()));
    if (Value given = call.getDeviceContext())
      if (auto get = given.getDefiningOp<GetDeviceContextOp>())
        device = StringAttr::get(context, get.getDevice());
  }
  return PlannedStepAttr::get(context, calls, channels, traffic.constants,
                              device, external, first, fused,
                              StringAttr::get(context, name), place,
                              traffic.reads, period, traffic.writes);
}

SmallVector<PlannedStepAttr>
tir::describeSteps(const BufferLifetimes &lifetimes, const DataLayout &layout) {
  return llvm::map_to_vector(lifetimes.getSteps(), [&](Operation *step) {
    return describeStep(step, layout);
  });
}

SmallVector<PlannedLoopAttr>
tir::describeLoops(MLIRContext *context, const BufferLifetimes &lifetimes) {
  SmallVector<PlannedLoopAttr> rows;
  for (const auto &[op, steps] : lifetimes.getLoops()) {
    bool isByRows = false;
    op->walk([&](CallTIROp call) {
      isByRows |= bool(call->getAttrOfType<TurnsAttr>(kRowsAttrName));
    });
    std::optional<APInt> count =
        isByRows ? cast<LoopLikeOpInterface>(op).getStaticTripCount()
                 : std::nullopt;
    std::optional<int64_t> turns;
    if (count)
      turns = count->getSExtValue();
    rows.push_back(
        PlannedLoopAttr::get(context, steps.first, steps.last, turns));
  }
  return rows;
}
