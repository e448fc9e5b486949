//===- PointerToLLVM.cpp - Pointers and strings in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace tir;

/// Returns the address of the first element of a buffer, or what a pointer
/// points to.
static Value getFirstAddress(ConversionPatternRewriter &rewriter, Location loc,
                             const LLVMTypeConverter &converter, Value pointer,
                             Value converted) {
  auto memref = dyn_cast<MemRefType>(pointer.getType());
  return memref ? MemRefDescriptor(converted).bufferPtr(rewriter, loc,
                                                        converter, memref)
                : getAddress(rewriter, loc, converted);
}

namespace {
struct NullLowering : public ConvertOpToLLVMPattern<NullOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(NullOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ZeroOp>(
        op, LLVM::LLVMPointerType::get(getContext()));
    return success();
  }
};

struct IsNullLowering : public ConvertOpToLLVMPattern<IsNullOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(IsNullOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer = getFirstAddress(rewriter, op.getLoc(), *getTypeConverter(),
                                    op.getPointer(), adaptor.getPointer());
    Value null = LLVM::ZeroOp::create(rewriter, op.getLoc(), pointer.getType());
    rewriter.replaceOpWithNewOp<LLVM::ICmpOp>(op, LLVM::ICmpPredicate::eq,
                                              pointer, null);
    return success();
  }
};

struct MisalignmentLowering : public ConvertOpToLLVMPattern<MisalignmentOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(MisalignmentOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = getIndexType();
    // No address has more bits than the type.
    APInt bits = APInt(64, op.getAlignment() - 1)
                     .zextOrTrunc(type.getIntOrFloatBitWidth());
    Value mask = LLVM::ConstantOp::create(rewriter, loc, type,
                                          rewriter.getIntegerAttr(type, bits));
    Value address = LLVM::PtrToIntOp::create(
        rewriter, loc, type,
        getFirstAddress(rewriter, loc, *getTypeConverter(), op.getPointer(),
                        adaptor.getPointer()));
    Value rest = LLVM::AndOp::create(rewriter, loc, address, mask);
    if (type != op.getType())
      rest = LLVM::ZExtOp::create(rewriter, loc, op.getType(), rest);
    rewriter.replaceOp(op, rest);
    return success();
  }
};

struct PointerCastLowering : public ConvertOpToLLVMPattern<PointerCastOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(PointerCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value address = getAddress(rewriter, loc, adaptor.getSource());
    // Not inbounds: the memory that the pointer belongs to is not known.
    if (Value offset = adaptor.getOffset())
      address = LLVM::GEPOp::create(rewriter, loc, address.getType(),
                                    rewriter.getI8Type(), address,
                                    ArrayRef<LLVM::GEPArg>{offset});
    rewriter.replaceOp(op, fromAddress(rewriter, loc, *getTypeConverter(),
                                       op.getType(), address));
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
} // namespace

void tir::populatePointerToLLVMPatterns(const LLVMTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<NullLowering, IsNullLowering, MisalignmentLowering,
               PointerCastLowering, StringConstantLowering>(converter);
}
