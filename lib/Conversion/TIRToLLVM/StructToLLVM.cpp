//===- StructToLLVM.cpp - Structs of the C interface in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace tir;

/// A struct of the C interface is a struct of pointers, so its layout follows
/// from the data layout alone. Null where the struct is gone.
static Value createFieldAddress(ConversionPatternRewriter &rewriter,
                                Operation *op, FlatSymbolRefAttr name,
                                StringAttr field, Value base) {
  auto structOp = SymbolTable::lookupNearestSymbolFrom<StructOp>(op, name);
  if (!structOp)
    return {};
  ArrayRef<Attribute> fields = structOp.getFields().getValue();
  int32_t position = llvm::find(fields, field) - fields.begin();
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  auto structType = LLVM::LLVMStructType::getLiteral(
      rewriter.getContext(), SmallVector<Type>(fields.size(), pointer));
  return LLVM::GEPOp::create(rewriter, op->getLoc(), pointer, structType, base,
                             ArrayRef<LLVM::GEPArg>{0, position},
                             LLVM::GEPNoWrapFlags::inbounds);
}

namespace {
struct StructGetLowering : public ConvertOpToLLVMPattern<StructGetOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(StructGetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address = createFieldAddress(rewriter, op, op.getStructNameAttr(),
                                       op.getFieldAttr(), adaptor.getPointer());
    if (!address)
      return rewriter.notifyMatchFailure(op, "the tir.struct is gone");
    Value field =
        LLVM::LoadOp::create(rewriter, op.getLoc(),
                             LLVM::LLVMPointerType::get(getContext()), address);
    rewriter.replaceOp(op,
                       fromAddress(rewriter, op.getLoc(), *getTypeConverter(),
                                   op.getResult().getType(), field));
    return success();
  }
};

struct StructSetLowering : public ConvertOpToLLVMPattern<StructSetOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(StructSetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address = createFieldAddress(rewriter, op, op.getStructNameAttr(),
                                       op.getFieldAttr(), adaptor.getPointer());
    if (!address)
      return rewriter.notifyMatchFailure(op, "the tir.struct is gone");
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
        op, getAddress(rewriter, op.getLoc(), adaptor.getValue()), address);
    return success();
  }
};

struct StructStackLowering : public ConvertOpToLLVMPattern<StructStackOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(StructStackOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto structOp = SymbolTable::lookupNearestSymbolFrom<StructOp>(
        op, op.getStructNameAttr());
    if (!structOp)
      return rewriter.notifyMatchFailure(op, "the tir.struct is gone");
    // One without fields has one in C.
    size_t count = std::max<size_t>(1, structOp.getFields().size());
    Type pointer = LLVM::LLVMPointerType::get(getContext());
    Value address = createEntryAlloca(rewriter, op, pointer, count);
    if (!address)
      return op.emitOpError("takes stack memory, so it must stand in a "
                            "function");
    rewriter.replaceOp(op, address);
    return success();
  }
};

struct StructLowering : public ConvertOpToLLVMPattern<StructOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(StructOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tir::populateStructToLLVMPatterns(const LLVMTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<StructGetLowering, StructSetLowering, StructStackLowering,
               StructLowering>(converter);
}
