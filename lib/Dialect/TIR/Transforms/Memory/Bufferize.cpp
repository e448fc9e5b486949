//===- Bufferize.cpp - Bufferization of the functions that call kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

namespace tir {
#define GEN_PASS_DEF_TIRBUFFERIZEPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct BufferizePass : public tir::impl::TIRBufferizePassBase<BufferizePass> {
  void runOnOperation() override {
    bufferization::OneShotBufferizationOptions options;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    // The phase `plan` decides about alignment.
    options.bufferAlignment = 0;
    // The analysis queries the effects of each call many times.
    SymbolLookupScope scope(getOperation());
    for (auto function : getOperation().getOps<PrimFuncOp>()) {
      bool isMain = !function.isPrivate();
      function.walk([&](CallTIROp call) { isMain |= call.getNumOuts() != 0; });
      if (!isMain || function.isExternal())
        continue;
      separateDestinations(function);
      separateReads(function);
      bufferization::BufferizationState state;
      if (failed(bufferization::runOneShotBufferize(function, options, state)))
        return signalPassFailure();
    }
  }

private:
  /// Gives each call its own destinations, as CSE may have merged them: if
  /// several calls used one buffer, it would stay live between them.
  static void separateDestinations(PrimFuncOp function) {
    SmallVector<tensor::EmptyOp> empties;
    function.walk([&](tensor::EmptyOp empty) { empties.push_back(empty); });
    for (tensor::EmptyOp empty : empties)
      separateUses(empty);
  }

  /// Gives each reader of a buffer that nothing writes through tensors its own
  /// tensor: the analysis compares all uses of one tensor with each other.
  static void separateReads(PrimFuncOp function) {
    SmallVector<bufferization::ToTensorOp> reads;
    function.walk([&](bufferization::ToTensorOp read) {
      if (!read.getWritable())
        reads.push_back(read);
    });
    for (bufferization::ToTensorOp read : reads)
      separateUses(read);
  }

  static void separateUses(Operation *op) {
    if (op->use_empty())
      return;
    for (OpOperand &use :
         llvm::make_early_inc_range(llvm::drop_begin(op->getUses()))) {
      OpBuilder builder(use.getOwner());
      use.set(builder.clone(*op)->getResult(0));
    }
  }
};
} // namespace
