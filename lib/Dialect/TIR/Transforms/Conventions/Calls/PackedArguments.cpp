//===- PackedArguments.cpp - Values to packed arguments and back
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Calls/PackedArguments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/DLTensor.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

StringRef tir::findPackingObstacle(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type)) {
    if (!memref.hasStaticShape())
      return "whose shape is not static; make it static";
    if (!getSpan(memref))
      return "whose strides are not static; copy the region into a separate "
             "buffer";
    if (!getDLDataType(memref.getElementType()))
      return "whose elements have no type in DLPack; use another element type";
    return "";
  }
  if (isa<TensorType>(type))
    return "which is not a buffer; bufferize the calls first (phase 'buffers')";
  if (isa<IndexType, Float32Type, Float64Type, HandleType, DeviceContextType,
          StringType, DLTensorType>(type) ||
      (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64))
    return "";
  return "which does not fit into a slot; use a buffer of one element";
}

func::FuncOp tir::createPackedFunction(OpBuilder &builder, Location loc,
                                       StringRef name, bool isPrivate) {
  MLIRContext *context = builder.getContext();
  Type values = ValuesType::get(context), codes = TypeCodesType::get(context);
  Type i32 = builder.getI32Type();
  auto function = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType(
          {values, codes, i32, values, codes, HandleType::get(context)}, i32));
  if (isPrivate)
    function.setPrivate();
  const StringRef names[] = {"args",          "type_codes",
                             "num_args",      "out_ret_value",
                             "out_ret_tcode", "resource_handle"};
  for (auto [index, argument] : llvm::enumerate(names))
    function.setArgAttr(index, kNameAttrName, builder.getStringAttr(argument));
  updatePort(function, NumArgs, [&](PortParts &port) {
    port.cType = builder.getStringAttr("int");
  });
  return function;
}

/// Views the memory of `data` as a buffer of type `type`; the elements of one
/// of the two are contiguous.
static Value createView(OpBuilder &builder, Location loc, Value data,
                        MemRefType type) {
  if (data.getType() == type)
    return data;
  auto [strides, offset] = type.getStridesAndOffset();
  return memref::ReinterpretCastOp::create(builder, loc, type, data,
                                           /*offset=*/0, type.getShape(),
                                           strides);
}

/// Returns the type of the memory from the first to the last element of a
/// buffer of type `type`.
static MemRefType getSpanType(MemRefType type) {
  return type.getLayout().isIdentity()
             ? type
             : MemRefType::get({*getSpan(type)}, type.getElementType(),
                               MemRefLayoutAttrInterface(),
                               type.getMemorySpace());
}

Value tir::createTensorData(OpBuilder &builder, Location loc, Value tensor,
                            MemRefType type) {
  MemRefType pointed = getRebasedType(type);
  Value data = DLTensorGetOp::create(builder, loc, getSpanType(pointed), tensor,
                                     DLTensorField::Data);
  return createView(builder, loc, data, pointed);
}

Value tir::createPackedGet(OpBuilder &builder, Location loc, Value values,
                           unsigned index, Type type) {
  auto get = [&](Type slot) -> Value {
    return PackedGetOp::create(builder, loc, slot, values, index);
  };
  if (auto memref = dyn_cast<MemRefType>(type))
    return createTensorData(
        builder, loc, get(DLTensorType::get(builder.getContext())), memref);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type,
                                      get(builder.getI64Type()));
  if (type.isInteger(1)) {
    Value value = get(builder.getI64Type());
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                 zero);
  }
  if (type.isInteger() && !type.isInteger(64))
    return arith::TruncIOp::create(builder, loc, type,
                                   get(builder.getI64Type()));
  if (type.isF32())
    return arith::TruncFOp::create(builder, loc, type,
                                   get(builder.getF64Type()));
  return get(type);
}

/// Creates the descriptor of a buffer that is addressed from its first element.
static Value createDescriptor(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  DenseI64ArrayAttr strides;
  if (!type.getLayout().isIdentity())
    strides = builder.getDenseI64ArrayAttr(type.getStridesAndOffset().first);
  return MakeDLTensorOp::create(
      builder, loc, DLTensorType::get(builder.getContext()),
      createView(builder, loc, buffer, getSpanType(type)),
      builder.getDenseI64ArrayAttr(type.getShape()), strides,
      builder.getI64IntegerAttr(0), builder.getI32IntegerAttr(kDLCPU),
      builder.getI32IntegerAttr(0));
}

PackedStackOp tir::createStack(OpBuilder &builder, Location loc,
                               uint32_t count) {
  MLIRContext *context = builder.getContext();
  return PackedStackOp::create(builder, loc, ValuesType::get(context),
                               TypeCodesType::get(context),
                               std::max<uint32_t>(count, 1));
}

PackedStackOp tir::createPackedStack(OpBuilder &builder, Location loc,
                                     ValueRange arguments) {
  auto stack = createStack(builder, loc, arguments.size());
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    Value value = argument;
    if (isa<MemRefType>(value.getType()))
      value = createDescriptor(builder, loc, value);
    PackedSetOp::create(builder, loc, stack.getValues(), stack.getTypeCodes(),
                        index, value);
  }
  return stack;
}
