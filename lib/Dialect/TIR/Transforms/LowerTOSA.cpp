//===- LowerTOSA.cpp - TOSA to linalg on tensors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "TOSAGaps.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tir {
#define GEN_PASS_DEF_TIRLOWERTOSAPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct LowerTOSAPass : public tir::impl::TIRLowerTOSAPassBase<LowerTOSAPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    // Of upstream's decompositions only the one without which its operator has
    // no lowering at all: the others hide a convolution from the kernels.
    RewritePatternSet decompositions(context);
    tosa::populateTosaDecomposeTransposeConv(context, decompositions);
    if (failed(applyPatternsGreedily(getOperation(), std::move(decompositions))))
      return signalPassFailure();

    TypeConverter types;
    tosa::populateTosaTypeConversion(types);
    RewritePatternSet patterns(context);
    TosaToLinalgNamedOptions named;
    named.preferConv2DKernelLayoutHWCF = false;
    tosa::populateTosaToLinalgNamedConversionPatterns(types, &patterns, named);
    tosa::populateTosaToLinalgConversionPatterns(types, &patterns);
    tosa::populateTosaToTensorConversionPatterns(types, &patterns);
    tosa::populateTosaToArithConversionPatterns(&patterns);
    tosa::populateTosaRescaleToArithConversionPatterns(&patterns);
    tosa::populateTosaToSCFConversionPatterns(&patterns);

    // TOSA is neither legal nor illegal: what no pattern takes stays, and we
    // name it, rather than the driver its first failure.
    ConversionTarget target(*context);
    target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                           index::IndexDialect, linalg::LinalgDialect,
                           math::MathDialect, scf::SCFDialect,
                           tensor::TensorDialect>();
    // The reshape that a tile becomes brings its shape along.
    target.addLegalOp<ModuleOp, tosa::ConstShapeOp>();
    // What stands in a region that moves must be legal.
    target.addLegalOp<tosa::VariableOp, tosa::VariableReadOp,
                      tosa::VariableWriteOp>();
    prepareTOSAGaps(getOperation());
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))) ||
        failed(checkNoneLeft()))
      return signalPassFailure();
    closeTOSAGaps(getOperation());
  }

  LogicalResult checkNoneLeft() {
    Operation *left = nullptr;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Shapes and constants stay only because their user did; variables are
      // for tir-promote-variables.
      if (!isa<tosa::TosaDialect>(op->getDialect()) ||
          isa<tosa::ConstShapeOp, tosa::ConstOp, tosa::VariableOp,
              tosa::VariableReadOp, tosa::VariableWriteOp>(op))
        return WalkResult::advance();
      left = op;
      return WalkResult::interrupt();
    });
    if (!left)
      return success();
    InFlightDiagnostic diag = left->emitError();
    diag << "operator '" << left->getName() << "' cannot be lowered for ";
    diag << FunctionType::get(&getContext(), left->getOperandTypes(),
                              left->getResultTypes());
    return diag << "; expected a combination of types and attributes that TOSA "
                   "1.0 has and that does not depend on values known only when "
                   "the model runs (pad and slice sizes, table entries, zero "
                   "points and scales must be constants): change the operator "
                   "in the model";
  }
};
} // namespace
