//===- DecomposeAggregates.cpp - Operations that combine several others
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tir {
#define GEN_PASS_DEF_TIRDECOMPOSEAGGREGATESPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct DecomposeAggregatesPass
    : public tir::impl::TIRDecomposeAggregatesPassBase<
          DecomposeAggregatesPass> {
  void runOnOperation() override {
    SmallVector<linalg::AggregatedOpInterface> found;
    getOperation()->walk(
        [&](linalg::AggregatedOpInterface op) { found.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::AggregatedOpInterface op : found) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
      if (failed(values)) {
        op->emitError("operator '")
            << op->getName()
            << "' cannot be decomposed into simple linalg operations; "
               "expected static shapes and tensors: lower it in the front end "
               "(--linalg-generalize-named-ops)";
        return signalPassFailure();
      }
      rewriter.replaceOp(op, *values);
    }
  }
};
} // namespace
