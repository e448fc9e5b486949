//===- NarrowFloatBitsToLLVM.cpp - f16 and bf16 as their bits
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On targets that do not compute in `half` or `bfloat`, LLVM moves such a
// number by way of f32, and calls functions for this that a toolchain may lack:
// `__truncsfbf2` for a selection on x86-64. Here the bits are an integer, as in
// C, and are moved as an integer.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Conversion/PatternFunctions.h"

using namespace mlir;
using namespace tir;

static bool isNarrowFloat(Type type) {
  return isa<Float16Type, BFloat16Type>(type);
}

static LogicalResult lowerConstant(arith::ConstantOp op,
                                   arith::ConstantOp::Adaptor,
                                   const LLVMTypeConverter &converter,
                                   ConversionPatternRewriter &rewriter) {
  auto number = dyn_cast<FloatAttr>(op.getValue());
  if (!number || !isNarrowFloat(op.getType()))
    return rewriter.notifyMatchFailure(op, "no narrow float");
  Type type = converter.convertType(op.getType());
  rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(
      op, type,
      rewriter.getIntegerAttr(type, number.getValue().bitcastToAPInt()));
  return success();
}

/// The instruction that converts takes a number made from the bits.
static LogicalResult lowerExtension(arith::ExtFOp op,
                                    arith::ExtFOp::Adaptor adaptor,
                                    const LLVMTypeConverter &,
                                    ConversionPatternRewriter &rewriter) {
  Type narrow = op.getIn().getType();
  if (!isNarrowFloat(narrow))
    return rewriter.notifyMatchFailure(op, "no narrow float");
  Value number =
      LLVM::BitcastOp::create(rewriter, op.getLoc(), narrow, adaptor.getIn());
  rewriter.replaceOpWithNewOp<LLVM::FPExtOp>(op, op.getType(), number);
  return success();
}

static LogicalResult lowerTruncation(arith::TruncFOp op,
                                     arith::TruncFOp::Adaptor adaptor,
                                     const LLVMTypeConverter &converter,
                                     ConversionPatternRewriter &rewriter) {
  if (!isNarrowFloat(op.getType()))
    return rewriter.notifyMatchFailure(op, "no narrow float");
  Value number = LLVM::FPTruncOp::create(rewriter, op.getLoc(), op.getType(),
                                         adaptor.getIn());
  rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(
      op, converter.convertType(op.getType()), number);
  return success();
}

/// Creates the same global with integers, which upstream's pattern converts.
static LogicalResult lowerGlobal(memref::GlobalOp op, memref::GlobalOp::Adaptor,
                                 const LLVMTypeConverter &,
                                 ConversionPatternRewriter &rewriter) {
  MemRefType type = op.getType();
  if (!isNarrowFloat(type.getElementType()))
    return rewriter.notifyMatchFailure(op, "no narrow floats");
  Type bits = rewriter.getIntegerType(16);
  Attribute value = op.getInitialValueAttr();
  if (auto dense = dyn_cast_if_present<DenseElementsAttr>(value))
    value = dense.bitcast(bits);
  else if (auto resource =
               dyn_cast_if_present<DenseResourceElementsAttr>(value))
    value = DenseResourceElementsAttr::get(resource.getType().clone(bits),
                                           resource.getRawHandle());
  rewriter.modifyOpInPlace(op, [&] {
    op.setType(cast<MemRefType>(type.clone(bits)));
    if (value)
      op.setInitialValueAttr(value);
  });
  return success();
}

void tir::populateNarrowFloatBitsToLLVM(LLVMTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  converter.addConversion([&](FloatType type) -> std::optional<Type> {
    if (!isNarrowFloat(type))
      return std::nullopt;
    return converter.convertType(getCScalar(type));
  });
  addConversions(converter, patterns, /*benefit=*/2, lowerConstant,
                 lowerExtension, lowerTruncation, lowerGlobal);
}
