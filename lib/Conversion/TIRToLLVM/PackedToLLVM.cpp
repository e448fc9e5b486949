//===- PackedToLLVM.cpp - Packed values in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/TIR/IR/PackedValues.h"

using namespace mlir;
using namespace tir;

/// A `TVMValue` has 8 bytes, with the alignment of an int64_t or a double. Each
/// member of the union begins at offset 0, so the members themselves need no
/// type.
static Type getValueType(MLIRContext *context) {
  return IntegerType::get(context, kValueBytes * 8);
}

/// C's `int` on every target for which tirc writes objects.
static Type getCodeType(MLIRContext *context) {
  return IntegerType::get(context, 32);
}

static Value createElementAddress(OpBuilder &builder, Location loc, Type type,
                                  Value base, int32_t index) {
  return LLVM::GEPOp::create(builder, loc, base.getType(), type, base,
                             ArrayRef<LLVM::GEPArg>{index},
                             LLVM::GEPNoWrapFlags::inbounds);
}

static LogicalResult lowerPackedStack(PackedStackOp op, PackedStackOp::Adaptor,
                                      const LLVMTypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
  Value values = createEntryAlloca(rewriter, op, getValueType(op.getContext()),
                                   op.getCount());
  Value codes = createEntryAlloca(rewriter, op, getCodeType(op.getContext()),
                                  op.getCount());
  if (!values)
    return op.emitOpError("takes stack memory, so it must be in a "
                          "function");
  rewriter.replaceOp(op, {values, codes});
  return success();
}

static LogicalResult lowerPackedSet(PackedSetOp op,
                                    PackedSetOp::Adaptor adaptor,
                                    const LLVMTypeConverter &,
                                    ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value value = adaptor.getValue();
  Type i64 = rewriter.getI64Type(), f64 = rewriter.getF64Type();
  if (value.getType().isInteger(1))
    value = LLVM::ZExtOp::create(rewriter, loc, i64, value);
  else if (value.getType().isInteger() && value.getType() != i64)
    value = LLVM::SExtOp::create(rewriter, loc, i64, value);
  else if (value.getType().isF32())
    value = LLVM::FPExtOp::create(rewriter, loc, f64, value);
  Type valueType = getValueType(rewriter.getContext());
  Type codeType = getCodeType(rewriter.getContext());
  int32_t index = op.getIndex();
  LLVM::StoreOp::create(rewriter, loc, value,
                        createElementAddress(rewriter, loc, valueType,
                                             adaptor.getValues(), index));
  auto code = int32_t(getArgTypeCode(op.getValue().getType()));
  rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
      op, LLVM::ConstantOp::create(rewriter, loc, codeType, code),
      createElementAddress(rewriter, loc, codeType, adaptor.getTypeCodes(),
                           index));
  return success();
}

static LogicalResult lowerPackedGet(PackedGetOp op,
                                    PackedGetOp::Adaptor adaptor,
                                    const LLVMTypeConverter &converter,
                                    ConversionPatternRewriter &rewriter) {
  Type type = converter.convertType(op.getType());
  if (!type)
    return rewriter.notifyMatchFailure(op, "its type has no conversion");
  rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
      op, type,
      createElementAddress(rewriter, op.getLoc(),
                           getValueType(rewriter.getContext()),
                           adaptor.getValues(), op.getIndex()));
  return success();
}

static LogicalResult lowerTypeCodeGet(TypeCodeGetOp op,
                                      TypeCodeGetOp::Adaptor adaptor,
                                      const LLVMTypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
  Type type = getCodeType(rewriter.getContext());
  rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
      op, type,
      createElementAddress(rewriter, op.getLoc(), type, adaptor.getTypeCodes(),
                           op.getIndex()));
  return success();
}

void tir::populatePackedToLLVMPatterns(const LLVMTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerPackedStack,
                 lowerPackedSet, lowerPackedGet, lowerTypeCodeGet);
}
