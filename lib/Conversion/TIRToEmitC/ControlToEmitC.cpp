//===- ControlToEmitC.cpp - Early returns and error reports in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/ABI/Names.h"
#include "tir/Conversion/TIRCommon/ErrorReport.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

/// Calls a function that no header declares; the file gets a prototype.
static void createDeclaredCall(EmitCBuilder &c,
                               ConversionPatternRewriter &rewriter,
                               Operation *op, StringRef name,
                               ArrayRef<StringRef> argumentNames,
                               ValueRange arguments) {
  Operation *module = op->getParentWithTrait<OpTrait::SymbolTable>();
  if (!SymbolTable::lookupSymbolIn(module, name)) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&module->getRegion(0).front());
    auto function = emitc::FuncOp::create(
        rewriter, op->getLoc(), name,
        rewriter.getFunctionType(arguments.getTypes(), {}));
    function.setSpecifiersAttr(rewriter.getStrArrayAttr({"extern"}));
    for (auto [index, argument] : llvm::enumerate(argumentNames))
      function.setArgAttr(index, kNameAttrName,
                          rewriter.getStringAttr(argument));
  }
  emitc::CallOp::create(c.builder(), name, TypeRange(), arguments);
}

/// `code` null stands for -1.
static void createReport(EmitCBuilder &c, ConversionPatternRewriter &rewriter,
                         Operation *op, const ErrorReport &report, Value code) {
  switch (report.where) {
  case OnError::Code:
    return;
  case OnError::LastError:
    emitc::CallOpaqueOp::create(c.builder(), TypeRange(), "TVMAPISetLastError",
                                createText(c, report.text));
    return;
  case OnError::Hook: {
    StringRef model = getModelName(op->getParentOfType<ModuleOp>());
    Type text = getPointerTo(rewriter.getContext(), "const char");
    Value device =
        report.device ? createText(c, *report.device) : c.opaque(text, "NULL");
    if (!code)
      code = c.constant(rewriter.getI32Type(), -1);
    return createDeclaredCall(c, rewriter, op, mangleSymbol(model, "on_error"),
                              {"code", "op", "device"},
                              {code, createText(c, report.op), device});
  }
  case OnError::Raise:
    return createDeclaredCall(
        c, rewriter, op, "TVMFFIErrorSetRaisedFromCStr", {"kind", "message"},
        {createText(c, report.kind), createText(c, report.text)});
  }
}

/// An `if` in whose branch `c` goes on.
static void createBranch(EmitCBuilder &c, Value condition) {
  auto branch = emitc::IfOp::create(c.builder(), condition,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/false);
  c.builder().setInsertionPointToStart(&branch.getThenRegion().front());
}

namespace {
/// A return out of the middle of a function, which EmitC has no operation for.
struct ConvertCheckReturn : OpConversionPattern<CheckReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CheckReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<emitc::VerbatimOp>(
        op, "if ({} != 0) return {};",
        ValueRange{adaptor.getCode(), adaptor.getCode()});
    return success();
  }
};

struct ConvertAssert : OpConversionPattern<AssertOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    createBranch(c, c.logicalNot(adaptor.getCondition()));
    createReport(c, rewriter, op, ErrorReport(op), /*code=*/Value());
    emitc::VerbatimOp::create(c.builder(), "return -1;");
    emitc::YieldOp::create(c.builder());
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertReportError : OpConversionPattern<ReportErrorOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ReportErrorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getOnError() != OnError::Code) {
      EmitCBuilder c(rewriter, op.getLoc());
      Value zero = c.constant(rewriter.getI32Type(), 0);
      createBranch(c,
                   c.compare(emitc::CmpPredicate::ne, adaptor.getCode(), zero));
      createReport(c, rewriter, op, ErrorReport(op), adaptor.getCode());
      // One question for both.
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
};
} // namespace

void tir::populateControlToEmitCPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<ConvertCheckReturn, ConvertAssert, ConvertReportError>(
      converter, patterns.getContext());
}
