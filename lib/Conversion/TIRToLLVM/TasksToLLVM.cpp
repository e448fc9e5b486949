//===- TasksToLLVM.cpp - Parts of kernels that threads compute, in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/TIR/IR/TaskOps.h"

using namespace mlir;
using namespace tir;

static LogicalResult lowerTaskAddress(TaskAddressOp op, TaskAddressOp::Adaptor,
                                      const LLVMTypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<LLVM::AddressOfOp>(
      op, LLVM::LLVMPointerType::get(rewriter.getContext()), op.getTask());
  return success();
}

/// The number follows a pointer.
static LogicalResult lowerNumTasks(NumTasksOp op, NumTasksOp::Adaptor adaptor,
                                   const LLVMTypeConverter &,
                                   ConversionPatternRewriter &rewriter) {
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  auto group = LLVM::LLVMStructType::getLiteral(
      rewriter.getContext(), {pointer, rewriter.getI32Type()});
  Value count = LLVM::GEPOp::create(
      rewriter, op.getLoc(), pointer, group,
      getAddress(rewriter, op.getLoc(), adaptor.getGroup()),
      ArrayRef<LLVM::GEPArg>{0, 1}, LLVM::GEPNoWrapFlags::inbounds);
  rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, rewriter.getI32Type(), count);
  return success();
}

void tir::populateTasksToLLVMPatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerTaskAddress,
                 lowerNumTasks);
}
