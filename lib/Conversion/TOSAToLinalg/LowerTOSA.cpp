//===- LowerTOSA.cpp - TOSA to linalg on tensors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "Patterns.h"
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
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "tir/Conversion/TOSAToLinalg/TOSAToLinalg.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tir {
#define GEN_PASS_DEF_TIRLOWERTOSAPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

using NamedValue = std::pair<StringRef, Value>;

/// Returns the operands that the lowerings need as constants.
static SmallVector<NamedValue> getConstantOperands(Operation *op) {
  using Operands = SmallVector<NamedValue>;
  return llvm::TypeSwitch<Operation *, Operands>(op)
      .Case<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp,
            tosa::TransposeConv2DOp>([](auto conv) -> Operands {
        return {{"input_zp", conv.getInputZp()},
                {"weight_zp", conv.getWeightZp()}};
      })
      .Case([](tosa::AvgPool2dOp pool) -> Operands {
        return {{"input_zp", pool.getInputZp()},
                {"output_zp", pool.getOutputZp()}};
      })
      .Case([](tosa::MatMulOp product) -> Operands {
        return {{"a_zp", product.getAZp()}, {"b_zp", product.getBZp()}};
      })
      .Case([](tosa::MulOp product) -> Operands {
        return {{"shift", product.getShift()}};
      })
      .Case([](tosa::NegateOp negate) -> Operands {
        return {{"input1_zp", negate.getInput1Zp()},
                {"output_zp", negate.getOutputZp()}};
      })
      .Case([](tosa::RescaleOp rescale) -> Operands {
        return {{"multiplier", rescale.getMultiplier()},
                {"shift", rescale.getShift()},
                {"input_zp", rescale.getInputZp()},
                {"output_zp", rescale.getOutputZp()}};
      })
      .Case([](tosa::PadOp pad) -> Operands {
        return {{"padding", pad.getPadding()}};
      })
      .Case([](tosa::SliceOp slice) -> Operands {
        return {{"start", slice.getStart()}, {"size", slice.getSize()}};
      })
      .Case([](tosa::ReshapeOp reshape) -> Operands {
        return {{"shape", reshape.getShape()}};
      })
      .Case([](tosa::TileOp tile) -> Operands {
        return {{"multiples", tile.getMultiples()}};
      })
      .Case([](tosa::ResizeOp resize) -> Operands {
        return {{"scale", resize.getScale()},
                {"offset", resize.getOffset()},
                {"border", resize.getBorder()}};
      })
      .Default([](Operation *) { return Operands(); });
}

/// Reports why an operator was not lowered, and what to do about it.
static LogicalResult reportLeft(Operation *op) {
  if (failed(checkTypesOfTOSA(op)))
    return failure();
  InFlightDiagnostic diag = op->emitError();
  diag << "operator '" << op->getName() << "' cannot be lowered for "
       << FunctionType::get(op->getContext(), op->getOperandTypes(),
                            op->getResultTypes());
  auto isDynamic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && !shaped.hasStaticShape();
  };
  if (llvm::any_of(op->getOperandTypes(), isDynamic) ||
      llvm::any_of(op->getResultTypes(), isDynamic))
    return diag << ", as a dimension is not known; expected static shapes: "
                   "give the inputs' shapes with --input-shape";
  for (auto [name, value] : getConstantOperands(op))
    if (!matchPattern(value, m_Constant()))
      return diag << ", as its operand '" << name
                  << "' is computed when the model runs; expected a constant: "
                     "make it one in the model";
  return diag << "; expected attributes that TOSA 1.0 has for these types: "
                 "change the operator in the model";
}

namespace {
struct LowerTOSAPass : public tir::impl::TIRLowerTOSAPassBase<LowerTOSAPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    WalkResult operators = getOperation()->walk(
        [](Operation *op) { return WalkResult(checkRulesOfTOSA(op)); });
    if (operators.wasInterrupted())
      return signalPassFailure();
    // If only one of the two is constant, upstream replaces it by an empty
    // tensor, and reads that.
    WalkResult scales = getOperation()->walk([](tosa::RescaleOp op) {
      if (matchPattern(op.getMultiplier(), m_Constant()) ==
          matchPattern(op.getShift(), m_Constant()))
        return WalkResult::advance();
      (void)reportLeft(op);
      return WalkResult::interrupt();
    });
    if (scales.wasInterrupted())
      return signalPassFailure();

    RewritePatternSet simpler(context);
    populateShapeOperatorPatterns(simpler);
    populateSingleChannelPatterns(simpler);
    walkAndApplyPatterns(getOperation(), std::move(simpler));

    TypeConverter types;
    tosa::populateTosaTypeConversion(types);
    RewritePatternSet patterns(context);
    TosaToLinalgNamedOptions named;
    named.preferConv2DKernelLayoutHWCF = false;
    tosa::populateTosaToLinalgNamedConversionPatterns(types, &patterns, named);
    tosa::populateTosaToLinalgConversionPatterns(types, &patterns);
    tosa::populateTosaToTensorConversionPatterns(types, &patterns);
    tosa::populateTosaToArithConversionPatterns(&patterns);
    tosa::populateTosaToSCFConversionPatterns(&patterns);
    populateTOSAGapsToLinalgPatterns(patterns);
    populateIndexToArithPatterns(patterns);

    // TOSA is neither legal nor illegal: operators that no pattern lowers stay.
    // Then the error is ours and names the operator, rather than the driver's
    // about its first failure.
    ConversionTarget target(*context);
    target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                           linalg::LinalgDialect, math::MathDialect,
                           scf::SCFDialect, tensor::TensorDialect>();
    // A rescale stays one operation until the loops are made.
    target.addLegalOp<tosa::ApplyScaleOp>();
    // The reshape that a tile becomes creates its shape.
    target.addLegalOp<ModuleOp, tosa::ConstShapeOp>();
    // Operations in a region that moves must be legal.
    target.addLegalOp<tosa::VariableOp, tosa::VariableReadOp,
                      tosa::VariableWriteOp>();
    // Some folders of TOSA change results (see tir-canonicalize-tosa).
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns), config)) ||
        failed(checkNoneLeft()))
      return signalPassFailure();
  }

  LogicalResult checkNoneLeft() {
    Operation *left = nullptr;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Shapes and constants stay only because their user did; variables are
      // for tir-promote-variables.
      if (!isa<tosa::TosaDialect>(op->getDialect()) ||
          isa<tosa::ApplyScaleOp, tosa::ConstOp, tosa::VariableOp,
              tosa::VariableReadOp, tosa::VariableWriteOp>(op) ||
          (op->getNumResults() == 1 &&
           isa<tosa::shapeType>(op->getResult(0).getType())))
        return WalkResult::advance();
      left = op;
      return WalkResult::interrupt();
    });
    return left ? reportLeft(left) : success();
  }
};
} // namespace
