//===- DLTensorToEmitC.cpp - Tensor descriptors in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/ABI/DLTensor.h"
#include "tir/Conversion/EmitCCommon/ExpressionPattern.h"
#include "tir/Conversion/PatternFunctions.h"

using namespace mlir;
using namespace tir;

/// Returns the type of a field in C. The C compiler chooses the width of
/// enumerations.
static Type getFieldType(MLIRContext *context, const DLTensorMember &member) {
  if (member.isPointer() && member.cType == "int64_t")
    return emitc::PointerType::get(IntegerType::get(context, 64));
  if (member.isPointer())
    return getPointerTo(context, member.cType);
  if (!member.cType.contains("int"))
    return emitc::OpaqueType::get(context, member.cType);
  bool isUnsigned = member.cType.starts_with("u");
  return IntegerType::get(context, member.bits,
                          isUnsigned ? IntegerType::Unsigned
                                     : IntegerType::Signless);
}

/// Creates an lvalue for a field of a descriptor, and returns it with its type.
static std::pair<Value, Type> createField(EmitCBuilder &c, Value tensor,
                                          DLTensorField field) {
  MLIRContext *context = c.builder().getContext();
  const DLTensorMember &member =
      getDLTensorMember(stringifyDLTensorField(field));
  Type type = getFieldType(context, member);
  if (member.submember.empty())
    return {createMember(c, tensor, member.member, type), type};
  Value outer = createMember(c, tensor, member.member,
                             emitc::OpaqueType::get(context, member.outerType));
  return {createMember(c, outer, member.submember, type), type};
}

/// Creates constant data, since tensors of the same shape can share it; NULL
/// if there are no extents.
static Value createExtents(EmitCBuilder &c, ConversionPatternRewriter &rewriter,
                           Operation *op, ArrayRef<int64_t> extents) {
  Type i64 = rewriter.getI64Type();
  Type pointer = emitc::PointerType::get(i64);
  if (extents.empty())
    return c.opaque(pointer, "NULL");
  auto type = emitc::ArrayType::get({int64_t(extents.size())}, i64);
  auto value = DenseElementsAttr::get(
      RankedTensorType::get({int64_t(extents.size())}, i64), extents);
  std::string name = getExtentsName(extents);
  Operation *module = op->getParentWithTrait<OpTrait::SymbolTable>();
  emitc::GlobalOp global;
  while (Operation *known = SymbolTable::lookupSymbolIn(module, name)) {
    global = dyn_cast<emitc::GlobalOp>(known);
    if (global && global.getConstSpecifier() &&
        global.getInitialValueAttr() == value)
      break;
    // Another symbol has this name.
    global = nullptr;
    name += "_";
  }
  if (!global) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&module->getRegion(0).front());
    emitc::GlobalOp::create(rewriter, op->getLoc(), name, type, value,
                            /*extern_specifier=*/false,
                            /*static_specifier=*/true,
                            /*const_specifier=*/true);
  }
  return c.cast(pointer, emitc::GetGlobalOp::create(c.builder(), type, name));
}

static LogicalResult convertMakeDLTensor(MakeDLTensorOp op,
                                         MakeDLTensorOp::Adaptor adaptor,
                                         const TypeConverter &converter,
                                         ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  auto pointer = cast<emitc::PointerType>(converter.convertType(op.getType()));
  Value tensor = createFunctionVariable(
      rewriter, op, emitc::LValueType::get(pointer.getPointee()), "tensor");
  if (!tensor)
    return failure();
  auto memref = cast<MemRefType>(op.getData().getType());
  std::optional<DLDataType> dtype = getDLDataType(memref.getElementType());
  auto set = [&](DLTensorField field, Value value) {
    auto [place, type] = createField(c, tensor, field);
    c.assign(place, c.cast(type, value));
  };
  auto setInteger = [&](DLTensorField field, int64_t value) {
    auto [place, type] = createField(c, tensor, field);
    c.assign(place,
             isa<IntegerType>(type)
                 ? c.constant(type, value)
                 : c.cast(type, c.constant(rewriter.getI32Type(), value)));
  };
  set(DLTensorField::Data, createAddress(c, adaptor.getData()));
  setInteger(DLTensorField::DeviceType, int32_t(op.getDeviceType()));
  setInteger(DLTensorField::DeviceId, int32_t(op.getDeviceId()));
  setInteger(DLTensorField::NDim, op.getShape().size());
  setInteger(DLTensorField::DTypeCode, int64_t(dtype->code));
  setInteger(DLTensorField::DTypeBits, dtype->bits);
  setInteger(DLTensorField::DTypeLanes, 1);
  set(DLTensorField::Shape, createExtents(c, rewriter, op, op.getShape()));
  set(DLTensorField::Strides,
      createExtents(c, rewriter, op,
                    op.getStrides().value_or(ArrayRef<int64_t>())));
  setInteger(DLTensorField::ByteOffset, op.getByteOffset());
  rewriter.replaceOp(op,
                     emitc::AddressOfOp::create(c.builder(), pointer, tensor));
  return success();
}

static Value convertDLTensorGet(DLTensorGetOp op,
                                DLTensorGetOp::Adaptor adaptor,
                                const TypeConverter &converter,
                                EmitCBuilder &c) {
  Type type = converter.convertType(op.getResult().getType());
  if (!type)
    return {};
  if (failed(checkIsPointer(op, type)))
    return {};
  auto [place, fieldType] =
      createField(c, createElement(c, adaptor.getTensor(), 0), op.getField());
  return c.cast(type, c.load(place));
}

static LogicalResult convertDLTensorSet(DLTensorSetOp op,
                                        DLTensorSetOp::Adaptor adaptor,
                                        const TypeConverter &,
                                        ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  auto [place, type] =
      createField(c, createElement(c, adaptor.getTensor(), 0), op.getField());
  Value value = adaptor.getValue();
  if (isa<MemRefType>(op.getValue().getType()))
    value = createAddress(c, value);
  c.assign(place, c.cast(type, value));
  rewriter.eraseOp(op);
  return success();
}

void tir::populateDLTensorToEmitCPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  addExpressions(converter, patterns, /*benefit=*/1, convertDLTensorGet);
  addConversions(converter, patterns, /*benefit=*/1, convertMakeDLTensor,
                 convertDLTensorSet);
}
