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
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Conversion/TIRCommon/ErrorReport.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"

using namespace mlir;
using namespace tir;

static LogicalResult lowerCheckReturn(CheckReturnOp op,
                                      CheckReturnOp::Adaptor adaptor,
                                      const LLVMTypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value code = adaptor.getCode();
  auto [leave, next] = splitBehind(rewriter, op);
  if (!leave)
    return failure();
  func::ReturnOp::create(rewriter, loc, code);

  rewriter.setInsertionPoint(op);
  Value zero = LLVM::ConstantOp::create(rewriter, loc, code.getType(), 0);
  Value failed =
      LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::ne, code, zero);
  rewriter.replaceOpWithNewOp<cf::CondBranchOp>(op, failed, leave, next);
  return success();
}

static LogicalResult lowerOpaqueCode(OpaqueCodeOp op,
                                     OpaqueCodeOp::Adaptor adaptor,
                                     const LLVMTypeConverter &,
                                     ConversionPatternRewriter &rewriter) {
  rewriter.replaceOp(op, adaptor.getCode());
  return success();
}

static LogicalResult lowerAssert(AssertOp op, AssertOp::Adaptor adaptor,
                                 const LLVMTypeConverter &,
                                 ConversionPatternRewriter &rewriter) {
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

static LogicalResult lowerReportError(ReportErrorOp op,
                                      ReportErrorOp::Adaptor adaptor,
                                      const LLVMTypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
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

void tir::populateControlToLLVMPatterns(const LLVMTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerCheckReturn,
                 lowerOpaqueCode, lowerAssert, lowerReportError);
}
