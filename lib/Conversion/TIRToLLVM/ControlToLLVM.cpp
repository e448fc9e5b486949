//===- ControlToLLVM.cpp - Early returns, look-ups and text in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace tir;

/// Makes what follows `op` a block of its own, and one in front of it that
/// leaves the function, in which the caller goes on. Null, with an error, where
/// a branch cannot leave the function.
static std::pair<Block *, Block *>
splitForReturn(ConversionPatternRewriter &rewriter, Operation *op) {
  if (!isa<FunctionOpInterface>(op->getParentOp())) {
    op->emitOpError("becomes a branch, but stands inside structured control "
                    "flow; run convert-scf-to-cf first");
    return {};
  }
  Block *next =
      rewriter.splitBlock(op->getBlock(), std::next(op->getIterator()));
  Block *leave = rewriter.createBlock(next);
  return {leave, next};
}

namespace {
struct CheckReturnLowering : public ConvertOpToLLVMPattern<CheckReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CheckReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value code = adaptor.getCode();
    auto [leave, next] = splitForReturn(rewriter, op);
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

struct AssertLowering : public ConvertOpToLLVMPattern<AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto [leave, next] = splitForReturn(rewriter, op);
    if (!leave)
      return failure();
    if (op.getOnError() == OnError::LastError) {
      Value text = createText(rewriter, op, op.getMessage());
      if (failed(createRuntimeCall(rewriter, op, "TVMAPISetLastError",
                                   LLVM::LLVMVoidType::get(getContext()),
                                   text)))
        return failure();
    }
    Value code =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(), -1);
    func::ReturnOp::create(rewriter, loc, code);

    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<cf::CondBranchOp>(op, adaptor.getCondition(),
                                                  next, leave);
    return success();
  }
};

struct GetFunctionLowering : public ConvertOpToLLVMPattern<GetFunctionOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(GetFunctionOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type pointer = LLVM::LLVMPointerType::get(getContext());
    Value slot = createEntryAlloca(rewriter, op, pointer, 1);
    if (!slot)
      return op.emitOpError("takes stack memory, so it must stand in a "
                            "function");
    // A look-up that fails may leave it as it is.
    Value null = LLVM::ZeroOp::create(rewriter, loc, pointer);
    LLVM::StoreOp::create(rewriter, loc, null, slot);
    Value name = createText(rewriter, op, op.getName());
    FailureOr<LLVM::CallOp> call =
        createRuntimeCall(rewriter, op, "TVMFuncGetGlobal",
                          rewriter.getI32Type(), ValueRange{name, slot});
    if (failed(call))
      return failure();
    Value function = LLVM::LoadOp::create(rewriter, loc, pointer, slot);
    rewriter.replaceOp(op, {call->getResult(), function});
    return success();
  }
};

struct StringConstantLowering
    : public ConvertOpToLLVMPattern<StringConstantOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(StringConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, createText(rewriter, op, op.getText()));
    return success();
  }
};

struct IsNullLowering : public ConvertOpToLLVMPattern<IsNullOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(IsNullOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer = adaptor.getPointer();
    Value null = LLVM::ZeroOp::create(rewriter, op.getLoc(), pointer.getType());
    rewriter.replaceOpWithNewOp<LLVM::ICmpOp>(op, LLVM::ICmpPredicate::eq,
                                              pointer, null);
    return success();
  }
};
} // namespace

void tir::populateControlToLLVMPatterns(const LLVMTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<CheckReturnLowering, AssertLowering, GetFunctionLowering,
               StringConstantLowering, IsNullLowering>(converter);
}
