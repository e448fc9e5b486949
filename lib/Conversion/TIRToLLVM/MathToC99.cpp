//===- MathToC99.cpp - Functions that C99's math library has
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tir {
#define GEN_PASS_DEF_TIRMATHTOC99PASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {

/// Both round halves to even in the one rounding mode that generated code uses.
LogicalResult roundEvenToRint(math::RoundEvenOp op, PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<LLVM::RintOp>(op, op.getType(), op.getOperand());
  return success();
}

struct MathToC99Pass : public tir::impl::TIRMathToC99PassBase<MathToC99Pass> {
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.addLegalDialect<func::FuncDialect, LLVM::LLVMDialect>();
    target.addIllegalOp<math::ExpM1Op, math::Log1pOp, math::RoundEvenOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    patterns.add(roundEvenToRint, /*benefit=*/10);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
