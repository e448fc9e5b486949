//===- ControlToEmitC.cpp - Early returns and error reports in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Conversion/TIRCommon/ErrorReport.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"

using namespace mlir;
using namespace tir;

/// Creates an `if`, and lets `c` insert into its branch.
static void createBranch(EmitCBuilder &c, Value condition) {
  auto branch = emitc::IfOp::create(c.builder(), condition,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/false);
  c.builder().setInsertionPointToStart(&branch.getThenRegion().front());
}

/// A return from the middle of a function, for which EmitC has no operation.
static LogicalResult convertCheckReturn(CheckReturnOp op,
                                        CheckReturnOp::Adaptor adaptor,
                                        const TypeConverter &,
                                        ConversionPatternRewriter &rewriter) {
  // For clang, a number that is not 0 is likely: it would write the end of a
  // guarded function twice.
  bool isFlag = op.getCode().getDefiningOp<memref::AtomicRMWOp>() != nullptr;
  rewriter.replaceOpWithNewOp<emitc::VerbatimOp>(
      op,
      isFlag ? "if (tir_is_taken({})) return {};" : "if ({} != 0) return {};",
      ValueRange{adaptor.getCode(), adaptor.getCode()});
  return success();
}

static LogicalResult convertOpaqueCode(OpaqueCodeOp op,
                                       OpaqueCodeOp::Adaptor adaptor,
                                       const TypeConverter &,
                                       ConversionPatternRewriter &rewriter) {
  rewriter.replaceOp(op, adaptor.getCode());
  return success();
}

static LogicalResult convertAssert(AssertOp op, AssertOp::Adaptor adaptor,
                                   const TypeConverter &,
                                   ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  createBranch(c, c.logicalNot(adaptor.getCondition()));
  createReport(c, rewriter, op, ErrorReport(op), /*code=*/Value(),
               adaptor.getNumber());
  emitc::VerbatimOp::create(c.builder(), "return -1;");
  emitc::YieldOp::create(c.builder());
  rewriter.eraseOp(op);
  return success();
}

static LogicalResult convertReportError(ReportErrorOp op,
                                        ReportErrorOp::Adaptor adaptor,
                                        const TypeConverter &,
                                        ConversionPatternRewriter &rewriter) {
  if (op.getOnError() != OnError::Code) {
    EmitCBuilder c(rewriter, op.getLoc());
    Value zero = c.constant(rewriter.getI32Type(), 0);
    createBranch(c,
                 c.compare(emitc::CmpPredicate::ne, adaptor.getCode(), zero));
    createReport(c, rewriter, op, ErrorReport(op), adaptor.getCode(),
                 adaptor.getNumber());
    // A check of the code follows: one `if` is enough for both.
    auto check = dyn_cast_if_present<CheckReturnOp>(op->getNextNode());
    if (check && check.getCode() == op.getCode()) {
      emitc::VerbatimOp::create(c.builder(), "return {};",
                                ValueRange{adaptor.getCode()});
      rewriter.eraseOp(check);
    }
    emitc::YieldOp::create(c.builder());
  }
  rewriter.eraseOp(op);
  return success();
}

void tir::populateControlToEmitCPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, convertCheckReturn,
                 convertOpaqueCode, convertAssert, convertReportError);
}
