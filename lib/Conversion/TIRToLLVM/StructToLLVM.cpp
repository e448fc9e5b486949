//===- StructToLLVM.cpp - Structs of the C interface in LLVM
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

/// Returns the type of an element in an array of C, where a bool takes a byte.
static Type getElementInMemory(const LLVMTypeConverter &converter,
                               Type element) {
  if (element.isInteger(1))
    return IntegerType::get(element.getContext(), 8);
  return converter.convertType(element);
}

/// Creates the address of a field. A struct of the C interface consists of
/// pointers, or of arrays of numbers, so its layout follows from the data
/// layout alone. Returns null if the struct is gone.
static Value createFieldAddress(ConversionPatternRewriter &rewriter,
                                const LLVMTypeConverter &converter,
                                Operation *op, FlatSymbolRefAttr name,
                                StringAttr field, Value base) {
  auto structOp = SymbolTable::lookupNearestSymbolFrom<StructOp>(op, name);
  if (!structOp)
    return {};
  ArrayRef<Attribute> fields = structOp.getFields().getValue();
  int32_t position = llvm::find(fields, field) - fields.begin();
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  SmallVector<Type> members(fields.size(), pointer);
  for (auto [member, name] : llvm::zip_equal(
           members, structOp.getFields().getAsValueRange<StringAttr>()))
    if (MemRefType array = structOp.getArrayType(name))
      member = LLVM::LLVMArrayType::get(
          getElementInMemory(converter, array.getElementType()),
          array.getNumElements());
  auto structType =
      LLVM::LLVMStructType::getLiteral(rewriter.getContext(), members);
  return LLVM::GEPOp::create(rewriter, op->getLoc(), pointer, structType, base,
                             ArrayRef<LLVM::GEPArg>{0, position},
                             LLVM::GEPNoWrapFlags::inbounds);
}

static LogicalResult lowerStructGet(StructGetOp op,
                                    StructGetOp::Adaptor adaptor,
                                    const LLVMTypeConverter &converter,
                                    ConversionPatternRewriter &rewriter) {
  Value field =
      createFieldAddress(rewriter, converter, op, op.getStructNameAttr(),
                         op.getFieldAttr(), adaptor.getPointer());
  if (!field)
    return rewriter.notifyMatchFailure(op, "the tir.struct is gone");
  auto structOp = SymbolTable::lookupNearestSymbolFrom<StructOp>(
      op, op.getStructNameAttr());
  if (!structOp.getArrayType(op.getField()))
    field = LLVM::LoadOp::create(
        rewriter, op.getLoc(),
        LLVM::LLVMPointerType::get(rewriter.getContext()), field);
  rewriter.replaceOp(op, fromAddress(rewriter, op.getLoc(), converter,
                                     op.getResult().getType(), field));
  return success();
}

static LogicalResult lowerStructSet(StructSetOp op,
                                    StructSetOp::Adaptor adaptor,
                                    const LLVMTypeConverter &converter,
                                    ConversionPatternRewriter &rewriter) {
  Value address =
      createFieldAddress(rewriter, converter, op, op.getStructNameAttr(),
                         op.getFieldAttr(), adaptor.getPointer());
  if (!address)
    return rewriter.notifyMatchFailure(op, "the tir.struct is gone");
  rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
      op, getAddress(rewriter, op.getLoc(), adaptor.getValue()), address);
  return success();
}

static LogicalResult lowerStructStack(StructStackOp op, StructStackOp::Adaptor,
                                      const LLVMTypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
  auto structOp = SymbolTable::lookupNearestSymbolFrom<StructOp>(
      op, op.getStructNameAttr());
  if (!structOp)
    return rewriter.notifyMatchFailure(op, "the tir.struct is gone");
  // A struct without fields has one field in C.
  size_t count = std::max<size_t>(1, structOp.getFields().size());
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  Value address = createEntryAlloca(rewriter, op, pointer, count);
  if (!address)
    return op.emitOpError("takes stack memory, so it must be in a "
                          "function");
  rewriter.replaceOp(op, address);
  return success();
}

static LogicalResult lowerStruct(StructOp op, StructOp::Adaptor adaptor,
                                 const LLVMTypeConverter &,
                                 ConversionPatternRewriter &rewriter) {
  rewriter.eraseOp(op);
  return success();
}

void tir::populateStructToLLVMPatterns(const LLVMTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerStructGet,
                 lowerStructSet, lowerStructStack, lowerStruct);
}
