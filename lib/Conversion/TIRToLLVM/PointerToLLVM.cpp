//===- PointerToLLVM.cpp - Pointers and strings in LLVM
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

static LogicalResult lowerNull(NullOp op, NullOp::Adaptor,
                               const LLVMTypeConverter &,
                               ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<LLVM::ZeroOp>(
      op, LLVM::LLVMPointerType::get(rewriter.getContext()));
  return success();
}

static LogicalResult lowerIsNull(IsNullOp op, IsNullOp::Adaptor adaptor,
                                 const LLVMTypeConverter &converter,
                                 ConversionPatternRewriter &rewriter) {
  Value pointer = getFirstAddress(rewriter, op.getLoc(), converter,
                                  op.getPointer(), adaptor.getPointer());
  Value null = LLVM::ZeroOp::create(rewriter, op.getLoc(), pointer.getType());
  rewriter.replaceOpWithNewOp<LLVM::ICmpOp>(op, LLVM::ICmpPredicate::eq,
                                            pointer, null);
  return success();
}

static LogicalResult lowerMisalignment(MisalignmentOp op,
                                       MisalignmentOp::Adaptor adaptor,
                                       const LLVMTypeConverter &converter,
                                       ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Type type = converter.getIndexType();
  // No address has more bits than the type.
  APInt bits = APInt(64, op.getAlignment() - 1)
                   .zextOrTrunc(type.getIntOrFloatBitWidth());
  Value mask = LLVM::ConstantOp::create(rewriter, loc, type,
                                        rewriter.getIntegerAttr(type, bits));
  Value address = LLVM::PtrToIntOp::create(
      rewriter, loc, type,
      getFirstAddress(rewriter, loc, converter, op.getPointer(),
                      adaptor.getPointer()));
  Value rest = LLVM::AndOp::create(rewriter, loc, address, mask);
  if (type != op.getType())
    rest = LLVM::ZExtOp::create(rewriter, loc, op.getType(), rest);
  rewriter.replaceOp(op, rest);
  return success();
}

static LogicalResult lowerPointerCast(PointerCastOp op,
                                      PointerCastOp::Adaptor adaptor,
                                      const LLVMTypeConverter &converter,
                                      ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value address = getAddress(rewriter, loc, adaptor.getSource());
  // Not inbounds: the memory that the pointer belongs to is not known.
  if (Value offset = adaptor.getOffset())
    address = LLVM::GEPOp::create(rewriter, loc, address.getType(),
                                  rewriter.getI8Type(), address,
                                  ArrayRef<LLVM::GEPArg>{offset});
  rewriter.replaceOp(
      op, fromAddress(rewriter, loc, converter, op.getType(), address));
  return success();
}

static LogicalResult lowerStringConstant(StringConstantOp op,
                                         StringConstantOp::Adaptor,
                                         const LLVMTypeConverter &,
                                         ConversionPatternRewriter &rewriter) {
  rewriter.replaceOp(op, createText(rewriter, op, op.getText()));
  return success();
}

void tir::populatePointerToLLVMPatterns(const LLVMTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerNull, lowerIsNull,
                 lowerMisalignment, lowerPointerCast, lowerStringConstant);
}
