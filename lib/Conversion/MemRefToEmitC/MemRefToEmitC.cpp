//===- MemRefToEmitC.cpp - Buffers as C pointers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/MemRefToEmitC/MemRefToEmitC.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Conversion/EmitCCommon/ExpressionPattern.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

Attribute tir::getConstMemorySpace(MLIRContext *context) {
  return emitc::OpaqueAttr::get(context, "const");
}

static bool isFlat(MemRefType type) {
  return type.hasStaticShape() && type.getRank() == 1 &&
         type.getLayout().isIdentity();
}

/// Lets `array` decay into a pointer to its first element. A const array is
/// cast again, since EmitC's arrays do not express const.
static Value createDecay(EmitCBuilder &c, Value array, Type pointer) {
  auto plain = emitc::PointerType::get(
      cast<emitc::ArrayType>(array.getType()).getElementType());
  return c.cast(pointer, c.cast(plain, array));
}

/// Upstream subscripts only arrays, and does not give the result of a load from
/// a const buffer a const type.
static Value convertLoad(memref::LoadOp op, memref::LoadOp::Adaptor adaptor,
                         const TypeConverter &converter, EmitCBuilder &c) {
  auto pointer = dyn_cast<TypedValue<emitc::PointerType>>(adaptor.getMemref());
  Type type = converter.convertType(op.getType());
  if (!pointer || !type || adaptor.getIndices().size() != 1)
    return {};
  Value element = emitc::SubscriptOp::create(c.builder(), pointer,
                                             adaptor.getIndices().front());
  return c.cast(type, c.load(element));
}

static LogicalResult convertStore(memref::StoreOp op,
                                  memref::StoreOp::Adaptor adaptor,
                                  const TypeConverter &,
                                  ConversionPatternRewriter &rewriter) {
  auto pointer = dyn_cast<TypedValue<emitc::PointerType>>(adaptor.getMemref());
  if (!pointer || adaptor.getIndices().size() != 1)
    return rewriter.notifyMatchFailure(op, "not a flat memref");
  EmitCBuilder c(rewriter, op.getLoc());
  Value element = emitc::SubscriptOp::create(c.builder(), pointer,
                                             adaptor.getIndices().front());
  c.assign(element, adaptor.getValue());
  rewriter.eraseOp(op);
  return success();
}

/// Upstream refuses a global with an alignment, which the weights have.
static LogicalResult convertGlobal(memref::GlobalOp op,
                                   memref::GlobalOp::Adaptor,
                                   const TypeConverter &converter,
                                   ConversionPatternRewriter &rewriter) {
  Type element = converter.convertType(op.getType().getElementType());
  if (!element || !isFlat(op.getType()))
    return rewriter.notifyMatchFailure(op, "not a flat memref");
  auto type = emitc::ArrayType::get(op.getType().getShape(), element);
  Attribute init = op.getInitialValueAttr();
  if (isa_and_present<UnitAttr>(init))
    init = nullptr;
  if (auto dense = dyn_cast_if_present<DenseElementsAttr>(init)) {
    if (isa<FloatType>(dense.getElementType()) && isa<IntegerType>(element))
      init = dense.bitcast(element);
    else if (dense.getElementType() != element)
      init = dense.mapValues(element, [&](const APInt &value) {
        return value.sextOrTrunc(element.getIntOrFloatBitWidth());
      });
  }
  if (init && !isa<DenseElementsAttr>(init))
    return rewriter.notifyMatchFailure(op, "the initial value is not dense");
  bool isExternal = op.isExternal();
  auto global = emitc::GlobalOp::create(
      rewriter, op.getLoc(), op.getSymName(), type, init, isExternal,
      /*static_specifier=*/!isExternal && op.isPrivate(),
      /*const_specifier=*/op.getConstant());
  global->setDiscardableAttrs(
      getBuiltinAttributes(llvm::to_vector(op->getDiscardableAttrs())));
  if (std::optional<uint64_t> alignment = op.getAlignment())
    updateGlobal(global,
                 [&](GlobalParts &parts) { parts.alignment = *alignment; });
  rewriter.eraseOp(op);
  return success();
}

/// With upstream's pattern, a global stays an array, which no function takes as
/// const.
static Value convertGetGlobal(memref::GetGlobalOp op,
                              memref::GetGlobalOp::Adaptor,
                              const TypeConverter &converter, EmitCBuilder &c) {
  auto memref = cast<MemRefType>(op.getType());
  Type pointer = converter.convertType(memref);
  if (!pointer)
    return {};
  auto array = emitc::ArrayType::get(
      memref.getShape(), converter.convertType(memref.getElementType()));
  Value value =
      emitc::GetGlobalOp::create(c.builder(), array, op.getNameAttr());
  return createDecay(c, value, pointer);
}

/// Upstream has no conversion.
static Value convertView(memref::ViewOp op, memref::ViewOp::Adaptor adaptor,
                         const TypeConverter &converter, EmitCBuilder &c) {
  Type pointer = converter.convertType(op.getType());
  Value source = adaptor.getSource();
  if (!pointer || !isa<emitc::PointerType>(source.getType()))
    return {};
  if (getConstantInt(op.getByteShift()) != 0)
    source = c.binary<emitc::AddOp>(source.getType(), source,
                                    adaptor.getByteShift());
  return c.cast(pointer, source);
}

/// A buffer within a buffer becomes a pointer into it.
static Value convertRebase(RebaseOp op, RebaseOp::Adaptor adaptor,
                           const TypeConverter &converter, EmitCBuilder &c) {
  Type pointer = converter.convertType(op.getType());
  Value source = adaptor.getSource();
  if (!pointer || !isa<emitc::PointerType>(source.getType()))
    return {};
  if (op.getOffset() && getConstantInt(op.getOffset()) != 0)
    source =
        c.binary<emitc::AddOp>(source.getType(), source, adaptor.getOffset());
  return c.cast(pointer, source);
}

/// Upstream's pattern accepts only arrays.
static LogicalResult convertCopy(memref::CopyOp op,
                                 memref::CopyOp::Adaptor adaptor,
                                 const TypeConverter &converter,
                                 ConversionPatternRewriter &rewriter) {
  auto type = dyn_cast<MemRefType>(op.getSource().getType());
  if (!type || !isFlat(type) ||
      !isa<emitc::PointerType>(adaptor.getSource().getType()))
    return rewriter.notifyMatchFailure(op, "not a flat memref");
  if (adaptor.getSource() == adaptor.getTarget()) {
    rewriter.eraseOp(op);
    return success();
  }
  Type element = converter.convertType(type.getElementType());
  int64_t bits = element.getIntOrFloatBitWidth();
  EmitCBuilder c(rewriter, op.getLoc());
  Value bytes = emitc::ConstantOp::create(
      c.builder(), emitc::SizeTType::get(rewriter.getContext()),
      rewriter.getIndexAttr(type.getNumElements() * llvm::divideCeil(bits, 8)));
  emitc::CallOpaqueOp::create(
      c.builder(), TypeRange(), "memcpy",
      ValueRange{adaptor.getTarget(), adaptor.getSource(), bytes});
  rewriter.eraseOp(op);
  return success();
}

/// With upstream's pattern, an alloca stays an array.
static Value convertAlloca(memref::AllocaOp op, memref::AllocaOp::Adaptor,
                           const TypeConverter &converter, EmitCBuilder &c) {
  Type pointer = converter.convertType(op.getType());
  if (!pointer || !op.getType().getNumElements())
    return {};
  auto array = emitc::ArrayType::get(
      op.getType().getShape(),
      converter.convertType(op.getType().getElementType()));
  Value variable = emitc::VariableOp::create(
      c.builder(), array, emitc::OpaqueAttr::get(op.getContext(), ""));
  return createDecay(c, variable, pointer);
}

static Value convertMemorySpaceCast(memref::MemorySpaceCastOp op,
                                    memref::MemorySpaceCastOp::Adaptor adaptor,
                                    const TypeConverter &converter,
                                    EmitCBuilder &c) {
  Type pointer = converter.convertType(op.getType());
  if (!pointer || !isa<emitc::PointerType>(adaptor.getSource().getType()))
    return {};
  return c.cast(pointer, adaptor.getSource());
}

void tir::populateMemRefToEmitCPointerTypeConversion(TypeConverter &converter) {
  converter.addConversion([&](MemRefType type) -> std::optional<Type> {
    Type element = converter.convertType(type.getElementType());
    if (!element || !isCScalar(element) || !isFlat(type))
      return Type();
    if (!type.getMemorySpace())
      return emitc::PointerType::get(element);
    if (type.getMemorySpace() != getConstMemorySpace(type.getContext()))
      return Type();
    return emitc::PointerType::get(emitc::OpaqueType::get(
        type.getContext(), ("const " + getCScalarName(element)).str()));
  });
}

void tir::populateMemRefToEmitCPointerPatterns(const TypeConverter &converter,
                                               RewritePatternSet &patterns) {
  addExpressions(converter, patterns, /*benefit=*/1, convertLoad,
                 convertGetGlobal, convertView, convertRebase, convertAlloca,
                 convertMemorySpaceCast);
  addConversions(converter, patterns, /*benefit=*/1, convertStore,
                 convertGlobal, convertCopy);
}
