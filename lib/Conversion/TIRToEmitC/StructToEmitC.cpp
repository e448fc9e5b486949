//===- StructToEmitC.cpp - Structs of the C interface in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Conversion/EmitCCommon/ExpressionPattern.h"
#include "tir/Conversion/PatternFunctions.h"

using namespace mlir;
using namespace tir;

/// Creates `pointer[0].field`. EmitC has `->` only for a variable with the
/// pointer, and upstream prints a member of a dereferenced pointer wrongly.
static Value createField(EmitCBuilder &c, Value pointer, StringRef structName,
                         StringRef field, Type fieldType) {
  MLIRContext *context = c.builder().getContext();
  Type type = getPointerTo(context, ("struct " + structName).str());
  // The struct is a variable of this function.
  auto cast = pointer.getDefiningOp<emitc::CastOp>();
  auto variable = cast ? cast.getSource().getDefiningOp<emitc::AddressOfOp>()
                       : emitc::AddressOfOp();
  Value place = variable && variable.getType() == type
                    ? variable.getReference()
                    : createElement(c, c.cast(type, pointer), 0);
  return createMember(c, place, field, fieldType);
}

static Value convertStructGet(StructGetOp op, StructGetOp::Adaptor adaptor,
                              const TypeConverter &converter, EmitCBuilder &c) {
  Type type = converter.convertType(op.getType());
  if (!type)
    return {};
  if (failed(checkIsPointer(op, type)))
    return {};
  Type fieldType = getPointerTo(op.getContext(), "void");
  // An array decays into a pointer to its elements.
  auto structOp = SymbolTable::lookupNearestSymbolFrom<StructOp>(
      op, op.getStructNameAttr());
  if (MemRefType array =
          structOp ? structOp.getArrayType(op.getField()) : MemRefType())
    fieldType =
        emitc::PointerType::get(converter.convertType(array.getElementType()));
  Value field = createField(c, adaptor.getPointer(), op.getStructName(),
                            op.getField(), fieldType);
  return c.cast(type, c.load(field));
}

static LogicalResult convertStructSet(StructSetOp op,
                                      StructSetOp::Adaptor adaptor,
                                      const TypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  Value field =
      createField(c, adaptor.getPointer(), op.getStructName(), op.getField(),
                  getPointerTo(rewriter.getContext(), "void"));
  c.assign(field, createAddress(c, adaptor.getValue()));
  rewriter.eraseOp(op);
  return success();
}

static LogicalResult convertStructStack(StructStackOp op,
                                        StructStackOp::Adaptor,
                                        const TypeConverter &converter,
                                        ConversionPatternRewriter &rewriter) {
  Type type = emitc::OpaqueType::get(rewriter.getContext(),
                                     ("struct " + op.getStructName()).str());
  Value variable =
      createFunctionVariable(rewriter, op, emitc::LValueType::get(type),
                             op.getStructName().rsplit('_').second);
  if (!variable)
    return failure();
  EmitCBuilder c(rewriter, op.getLoc());
  Value address = emitc::AddressOfOp::create(
      c.builder(), emitc::PointerType::get(type), variable);
  rewriter.replaceOp(op, c.cast(converter.convertType(op.getType()), address));
  return success();
}

static void define(StructOp op, const TypeConverter &converter,
                   ConversionPatternRewriter &rewriter) {
  std::string text = ("struct " + op.getSymName() + " {\n").str();
  for (auto field : op.getFields().getAsValueRange<StringAttr>()) {
    MemRefType array = op.getArrayType(field);
    Type element =
        array ? converter.convertType(array.getElementType()) : Type();
    text += element ? ("  " + getCScalarName(element) + " " + field + "[" +
                       Twine(array.getNumElements()) + "];\n")
                          .str()
                    : ("  void *" + field + ";\n").str();
  }
  // C has no empty structs.
  if (op.getFields().empty())
    text += "  void *unused;\n";
  emitc::VerbatimOp::create(rewriter, op.getLoc(), text + "};");
}

static LogicalResult convertStruct(StructOp op, StructOp::Adaptor,
                                   const TypeConverter &converter,
                                   ConversionPatternRewriter &rewriter) {
  if (op.getDefinition())
    define(op, converter, rewriter);
  rewriter.eraseOp(op);
  return success();
}

void tir::populateStructToEmitCPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  addExpressions(converter, patterns, /*benefit=*/1, convertStructGet);
  addConversions(converter, patterns, /*benefit=*/1, convertStruct,
                 convertStructSet, convertStructStack);
}
