//===- Bufferize.cpp - Bufferization of the functions that call kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tir {
#define GEN_PASS_DEF_TIRBUFFERIZEPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct BufferizePass : public tir::impl::TIRBufferizePassBase<BufferizePass> {
  void runOnOperation() override {
    bufferization::OneShotBufferizationOptions options;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    for (auto function : getOperation().getOps<PrimFuncOp>()) {
      bool calls = false;
      function.walk([&](CallTIROp call) { calls |= call.getNumOuts() != 0; });
      bufferization::BufferizationState state;
      if (calls && failed(bufferization::runOneShotBufferize(function, options,
                                                             state)))
        return signalPassFailure();
    }
  }
};
} // namespace
