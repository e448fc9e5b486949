//===- RebaseToLLVM.cpp - Regions addressed from their first element
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "tir/Conversion/PatternFunctions.h"

using namespace mlir;
using namespace tir;

static LogicalResult lowerRebase(RebaseOp op, RebaseOp::Adaptor adaptor,
                                 const LLVMTypeConverter &converter,
                                 ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  MemRefType type = op.getSource().getType();
  Type element = converter.convertType(type.getElementType());
  if (!element)
    return rewriter.notifyMatchFailure(op, "not a type LLVM has");
  MemRefDescriptor source(adaptor.getSource());
  Value address = source.bufferPtr(rewriter, loc, converter, type);
  if (Value offset = adaptor.getOffset())
    address =
        LLVM::GEPOp::create(rewriter, loc, address.getType(), element, address,
                            offset, LLVM::GEPNoWrapFlags::inbounds);
  Value rebased = MemRefDescriptor::fromStaticShape(rewriter, loc, converter,
                                                    op.getType(), address);
  rewriter.replaceOp(op, rebased);
  return success();
}

void tir::populateRebaseToLLVMPatterns(const LLVMTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerRebase);
}
