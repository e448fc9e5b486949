//===- RebaseToLLVM.cpp - Regions addressed from their first element
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace tir;

namespace {
struct RebaseLowering : public ConvertOpToLLVMPattern<RebaseOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(RebaseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType type = op.getSource().getType();
    Type element = getTypeConverter()->convertType(type.getElementType());
    if (!element)
      return rewriter.notifyMatchFailure(op, "not a type LLVM has");
    MemRefDescriptor source(adaptor.getSource());
    Value address = source.bufferPtr(rewriter, loc, *getTypeConverter(), type);
    if (Value offset = adaptor.getOffset())
      address =
          LLVM::GEPOp::create(rewriter, loc, address.getType(), element,
                              address, offset, LLVM::GEPNoWrapFlags::inbounds);
    Value rebased = MemRefDescriptor::fromStaticShape(
        rewriter, loc, *getTypeConverter(), op.getType(), address);
    rewriter.replaceOp(op, rebased);
    return success();
  }
};
} // namespace

void tir::populateRebaseToLLVMPatterns(const LLVMTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<RebaseLowering>(converter);
}
