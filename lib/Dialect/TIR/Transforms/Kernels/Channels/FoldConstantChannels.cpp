//===- FoldConstantChannels.cpp - Channels that no input changes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/DeadOps.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "ChannelOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/IR/FoldedChannels.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Fusion/KernelFusion.h"

namespace tir {
#define GEN_PASS_DEF_TIRFOLDCONSTANTCHANNELSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns whether channels of a value may be constant.
static bool hasChannels(const ChannelFlow &flow, Value value) {
  return getElementTypeOrSelf(value.getType()).isInteger() &&
         flow.getNumChannels(value) != 0;
}

/// Returns whether an operation computes a tensor whose channels may be
/// constant.
static bool computesChannels(const ChannelFlow &flow, Operation &op) {
  return isa<ChannelOpInterface>(op) && op.getNumResults() == 1 &&
         hasChannels(flow, op.getResult(0));
}

//===----------------------------------------------------------------------===//
// Constant tensors
//===----------------------------------------------------------------------===//

/// Replaces each tensor all of whose channels are constant. What it was
/// computed from may then be dead.
static bool replaceConstantTensors(Block &block, ChannelFlow &flow) {
  // Found first, since a replacement changes what else is recomputed.
  SmallVector<OpResult> constants;
  for (Operation &op : block) {
    if (!computesChannels(flow, op))
      continue;
    OpResult result = op.getResult(0);
    if (!ChannelFlow::isRecomputed(result) &&
        flow.getChannelRank(result) == 1 &&
        llvm::all_of(flow.getRanges(result),
                     [](ChannelRange range) { return range.isConstant(); }))
      constants.push_back(result);
  }
  for (OpResult result : constants) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<APInt> numbers;
    for (ChannelRange range : flow.getRanges(result))
      numbers.push_back(APInt(type.getElementTypeBitWidth(), range.low,
                              /*isSigned=*/true));
    OpBuilder builder(result.getOwner());
    result.replaceAllUsesWith(
        broadcastChannels(builder, result.getLoc(), type, numbers));
  }
  return !constants.empty();
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

/// Returns the tensor that the channels of a result are computed from element
/// by element, such as the accumulators before their rescale; null if there are
/// several, or none.
static Value findSource(Operation *op, const ChannelFlow &flow) {
  Value source;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumReductionLoops() != 0)
    return {};
  for (Value input : structured.getDpsInputs()) {
    if (!hasChannels(flow, input) || ChannelFlow::isRecomputed(input) ||
        flow.getNumChannels(input) != flow.getNumChannels(op->getResult(0)))
      continue;
    if (source)
      return {};
    source = input;
  }
  return source;
}

/// Describes the channels of all results. tir-outline-kernels keeps the
/// descriptions of those that are stored.
static void describe(Block &block, ChannelFlow &flow) {
  for (Operation &op : block) {
    if (!computesChannels(flow, op))
      continue;
    Value result = op.getResult(0);
    Value source = findSource(&op, flow);
    FoldedChannels channels;
    channels.count = flow.getNumChannels(result);
    llvm::append_range(channels.computed, flow.getKept(result));
    for (int64_t i = 0; i < channels.count; ++i) {
      ChannelRange range = flow.getRanges(result)[i];
      if (!range.isConstant())
        continue;
      ChannelRange from = source ? flow.getRanges(source)[i] : range;
      channels.constants.push_back({i, range.low, from.low, from.high});
    }
    updateCall(&op, [&](CallParts &parts) {
      parts.channels = channels.getAttr(op.getContext());
    });
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct FoldConstantChannelsPass
    : public tir::impl::TIRFoldConstantChannelsPassBase<
          FoldConstantChannelsPass> {
  using TIRFoldConstantChannelsPassBase::TIRFoldConstantChannelsPassBase;

  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](func::FuncOp function) {
      // Values of one block may be used in others.
      if (!function.getBody().hasOneBlock())
        return WalkResult::advance();
      return WalkResult(fold(function.getBody().front()));
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  LogicalResult fold(Block &block) {
    std::optional<ChannelFlow> known(block);
    known->inferRanges();
    if (replaceConstantTensors(block, *known)) {
      eraseDeadOps(block);
      known.emplace(block);
      known->inferRanges();
    }
    ChannelFlow &flow = *known;
    SmallVector<Value> stored;
    if (keepUnread) {
      FailureOr<KernelPartition> partition = partitionIntoKernels(block);
      if (failed(partition))
        return failure();
      for (const Kernel &kernel : partition->kernels)
        llvm::append_range(stored, kernel.root->getResults());
    }
    flow.findKept(stored);
    describe(block, flow);
    if (flow.selectAll())
      eraseDeadOps(block);
    return success();
  }
};
} // namespace
