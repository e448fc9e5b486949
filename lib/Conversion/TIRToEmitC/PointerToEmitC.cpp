//===- PointerToEmitC.cpp - Pointers and strings in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Conversion/EmitCCommon/ExpressionPattern.h"

using namespace mlir;
using namespace tir;

/// Returns an array's address instead of the array, since C compilers know that
/// an array is not NULL.
static Value asPointer(EmitCBuilder &c, Value value) {
  return isa<emitc::PointerType>(value.getType()) ? value
                                                  : createAddress(c, value);
}

static Value convertNull(NullOp op, NullOp::Adaptor,
                         const TypeConverter &converter, EmitCBuilder &c) {
  return c.opaque(converter.convertType(op.getType()), "NULL");
}

static Value convertIsNull(IsNullOp op, IsNullOp::Adaptor adaptor,
                           const TypeConverter &converter, EmitCBuilder &c) {
  Value pointer = asPointer(c, adaptor.getPointer());
  return c.compare(emitc::CmpPredicate::eq, pointer,
                   c.opaque(pointer.getType(), "NULL"));
}

static Value convertMisalignment(MisalignmentOp op,
                                 MisalignmentOp::Adaptor adaptor,
                                 const TypeConverter &converter,
                                 EmitCBuilder &c) {
  Type address = emitc::OpaqueType::get(op.getContext(), "uintptr_t");
  Value rest = c.binary<emitc::RemOp>(
      address, c.cast(address, asPointer(c, adaptor.getPointer())),
      c.opaque(address, std::to_string(op.getAlignment())));
  return c.cast(op.getType(), rest);
}

static Value convertPointerCast(PointerCastOp op,
                                PointerCastOp::Adaptor adaptor,
                                const TypeConverter &converter,
                                EmitCBuilder &c) {
  Type type = converter.convertType(op.getType());
  if (!type)
    return {};
  if (failed(checkIsPointer(op, type)))
    return {};
  Value pointer = asPointer(c, adaptor.getSource());
  if (Value offset = adaptor.getOffset()) {
    Type bytes = getPointerTo(op.getContext(), "char");
    pointer = c.binary<emitc::AddOp>(bytes, c.cast(bytes, pointer), offset);
  }
  return c.cast(type, pointer);
}

static Value convertStringConstant(StringConstantOp op,
                                   StringConstantOp::Adaptor,
                                   const TypeConverter &converter,
                                   EmitCBuilder &c) {
  return createText(c, op.getText());
}

void tir::populatePointerToEmitCPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  addExpressions(converter, patterns, /*benefit=*/1, convertNull, convertIsNull,
                 convertMisalignment, convertPointerCast,
                 convertStringConstant);
}
