//===- TasksToLLVM.cpp - Parts of kernels that threads compute, in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Dialect/TIR/IR/TaskOps.h"

using namespace mlir;
using namespace tir;

namespace {
struct TaskAddressLowering : public ConvertOpToLLVMPattern<TaskAddressOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(TaskAddressOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::AddressOfOp>(
        op, LLVM::LLVMPointerType::get(getContext()), op.getTask());
    return success();
  }
};

/// The number follows a pointer.
struct NumTasksLowering : public ConvertOpToLLVMPattern<NumTasksOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(NumTasksOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type pointer = LLVM::LLVMPointerType::get(getContext());
    auto group = LLVM::LLVMStructType::getLiteral(
        getContext(), {pointer, rewriter.getI32Type()});
    Value count = LLVM::GEPOp::create(
        rewriter, op.getLoc(), pointer, group,
        getAddress(rewriter, op.getLoc(), adaptor.getGroup()),
        ArrayRef<LLVM::GEPArg>{0, 1}, LLVM::GEPNoWrapFlags::inbounds);
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, rewriter.getI32Type(), count);
    return success();
  }
};
} // namespace

void tir::populateTasksToLLVMPatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<TaskAddressLowering, NumTasksLowering>(converter);
}
