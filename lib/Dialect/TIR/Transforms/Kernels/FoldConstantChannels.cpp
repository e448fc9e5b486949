//===- FoldConstantChannels.cpp - Channels that no input changes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/Analysis/ChannelFlow.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

namespace tir {
#define GEN_PASS_DEF_TIRFOLDCONSTANTCHANNELSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static void eraseDead(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

namespace {
struct FoldConstantChannelsPass
    : public tir::impl::TIRFoldConstantChannelsPassBase<
          FoldConstantChannelsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](func::FuncOp function) {
      for (Block &block : function.getBody())
        fold(block);
    });
  }

private:
  static void fold(Block &block) {
    ChannelFlow flow(block);
    flow.inferRanges();
    flow.findKept();
    if (flow.selectAll())
      eraseDead(block);
  }
};
} // namespace
