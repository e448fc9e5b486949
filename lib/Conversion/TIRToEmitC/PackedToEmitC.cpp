//===- PackedToEmitC.cpp - Packed values in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Conversion/EmitCCommon/ExpressionPattern.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/TIR/IR/PackedValues.h"

using namespace mlir;
using namespace tir;

/// Returns the type of the member of a `TVMValue` for values of that code.
static Type getMemberType(MLIRContext *context, ArgTypeCode code) {
  if (code == ArgTypeCode::Int)
    return IntegerType::get(context, 64);
  if (code == ArgTypeCode::Float)
    return Float64Type::get(context);
  return getPointerTo(context,
                      code == ArgTypeCode::Str ? "const char" : "void");
}

/// Creates `values[index].v_int64`. The index is text, so that EmitC prints the
/// first slot as `values[0]` and not as `values->v_int64`.
static Value createValueMember(EmitCBuilder &c, Value values, int64_t index,
                               ArgTypeCode code) {
  Value text = c.opaque(c.builder().getI32Type(), std::to_string(index));
  Value slot = emitc::SubscriptOp::create(
      c.builder(), cast<TypedValue<emitc::PointerType>>(values), text);
  return createMember(c, slot, getValueMember(code),
                      getMemberType(c.builder().getContext(), code));
}

static LogicalResult convertPackedStack(PackedStackOp op,
                                        PackedStackOp::Adaptor,
                                        const TypeConverter &converter,
                                        ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  SmallVector<Value> results;
  const StringRef names[] = {"values", "codes"};
  for (auto [result, name] : llvm::zip_equal(op.getResults(), names)) {
    auto pointer =
        cast<emitc::PointerType>(converter.convertType(result.getType()));
    auto array =
        emitc::ArrayType::get({int64_t(op.getCount())}, pointer.getPointee());
    Value variable = createFunctionVariable(rewriter, op, array, name);
    if (!variable)
      return failure();
    results.push_back(c.cast(pointer, variable));
  }
  rewriter.replaceOp(op, results);
  return success();
}

static LogicalResult convertPackedSet(PackedSetOp op,
                                      PackedSetOp::Adaptor adaptor,
                                      const TypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  ArgTypeCode code = getArgTypeCode(op.getValue().getType());
  c.assign(
      createValueMember(c, adaptor.getValues(), op.getIndex(), code),
      c.cast(getMemberType(rewriter.getContext(), code), adaptor.getValue()));
  // By its name, which the C compiler finds in the header.
  c.assign(createElement(c, adaptor.getTypeCodes(), op.getIndex()),
           c.opaque(emitc::OpaqueType::get(rewriter.getContext(), "int"),
                    getEnumerator(code)));
  rewriter.eraseOp(op);
  return success();
}

static Value convertPackedGet(PackedGetOp op, PackedGetOp::Adaptor adaptor,
                              const TypeConverter &converter, EmitCBuilder &c) {
  Value member = createValueMember(c, adaptor.getValues(), op.getIndex(),
                                   getArgTypeCode(op.getType()));
  return c.cast(converter.convertType(op.getType()), c.load(member));
}

static Value convertTypeCodeGet(TypeCodeGetOp op,
                                TypeCodeGetOp::Adaptor adaptor,
                                const TypeConverter &converter,
                                EmitCBuilder &c) {
  Value code = createElement(c, adaptor.getTypeCodes(), op.getIndex());
  return c.cast(op.getType(), c.load(code));
}

void tir::populatePackedToEmitCPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  addExpressions(converter, patterns, /*benefit=*/1, convertPackedGet,
                 convertTypeCodeGet);
  addConversions(converter, patterns, /*benefit=*/1, convertPackedStack,
                 convertPackedSet);
}
