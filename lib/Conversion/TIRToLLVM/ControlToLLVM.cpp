//===- ControlToLLVM.cpp - Early returns and error reports in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Conversion/TIRCommon/ErrorReport.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"

using namespace mlir;
using namespace tir;

namespace {
struct CheckReturnLowering : public ConvertOpToLLVMPattern<CheckReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CheckReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value code = adaptor.getCode();
    auto [leave, next] = splitBehind(rewriter, op);
    if (!leave)
      return failure();
    func::ReturnOp::create(rewriter, loc, code);

    rewriter.setInsertionPoint(op);
    Value zero = LLVM::ConstantOp::create(rewriter, loc, code.getType(), 0);
    Value failed = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::ne,
                                        code, zero);
    rewriter.replaceOpWithNewOp<cf::CondBranchOp>(op, failed, leave, next);
    return success();
  }
};

struct OpaqueCodeLowering : public ConvertOpToLLVMPattern<OpaqueCodeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpaqueCodeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getCode());
    return success();
  }
};

struct AssertLowering : public ConvertOpToLLVMPattern<AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto [leave, next] = splitBehind(rewriter, op);
    if (!leave)
      return failure();
    Value code =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(), -1);
    if (failed(createReport(rewriter, op, ErrorReport(op), code,
                            adaptor.getNumber())))
      return failure();
    func::ReturnOp::create(rewriter, loc, code);

    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<cf::CondBranchOp>(op, adaptor.getCondition(),
                                                  next, leave);
    return success();
  }
};

struct ReportErrorLowering : public ConvertOpToLLVMPattern<ReportErrorOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ReportErrorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getOnError() == OnError::Code) {
      rewriter.eraseOp(op);
      return success();
    }
    Location loc = op.getLoc();
    auto [onError, next] = splitBehind(rewriter, op);
    if (!onError)
      return failure();
    if (failed(createReport(rewriter, op, ErrorReport(op), adaptor.getCode(),
                            adaptor.getNumber())))
      return failure();
    cf::BranchOp::create(rewriter, loc, next);

    rewriter.setInsertionPoint(op);
    Value zero =
        LLVM::ConstantOp::create(rewriter, loc, adaptor.getCode().getType(), 0);
    Value failed = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::ne,
                                        adaptor.getCode(), zero);
    rewriter.replaceOpWithNewOp<cf::CondBranchOp>(op, failed, onError, next);
    return success();
  }
};
} // namespace

void tir::populateControlToLLVMPatterns(const LLVMTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<CheckReturnLowering, OpaqueCodeLowering, AssertLowering,
               ReportErrorLowering>(converter);
}
