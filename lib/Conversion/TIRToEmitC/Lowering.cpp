//===- Lowering.cpp - What the lowerings of tir operations to EmitC share
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Support/Escape.h"

using namespace mlir;
using namespace tir;

Type tir::getPointerTo(MLIRContext *context, StringRef pointee) {
  return emitc::PointerType::get(emitc::OpaqueType::get(context, pointee));
}

Value tir::createFunctionVariable(ConversionPatternRewriter &rewriter,
                                  Operation *op, Type type, StringRef name) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function) {
    op->emitOpError("takes stack memory, so it must be in a function");
    return {};
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
  auto variable = emitc::VariableOp::create(
      rewriter, op->getLoc(), type,
      emitc::OpaqueAttr::get(rewriter.getContext(), ""));
  variable->setAttr(kNameAttrName, rewriter.getStringAttr(name));
  return variable;
}

Value tir::createElement(EmitCBuilder &c, Value pointer, int64_t index) {
  return emitc::SubscriptOp::create(
      c.builder(), cast<TypedValue<emitc::PointerType>>(pointer),
      c.constant(c.builder().getI32Type(), index));
}

Value tir::createMember(EmitCBuilder &c, Value place, StringRef member,
                        Type type) {
  return emitc::MemberOp::create(c.builder(), emitc::LValueType::get(type),
                                 member, place);
}

Value tir::createAddress(EmitCBuilder &c, Value value) {
  if (auto array = dyn_cast<emitc::ArrayType>(value.getType()))
    value = c.cast(emitc::PointerType::get(array.getElementType()), value);
  return c.cast(getPointerTo(c.builder().getContext(), "void"), value);
}

Value tir::createConstantAddress(EmitCBuilder &c, StringRef name) {
  return c.opaque(getPointerTo(c.builder().getContext(), "void"),
                  ("(void *)(uintptr_t)&" + name).str());
}

LogicalResult tir::checkIsPointer(Operation *op, Type type) {
  if (!isa<emitc::ArrayType>(type))
    return success();
  return op->emitOpError("makes a buffer of a pointer, but this conversion "
                         "makes buffers arrays, which C cannot make of a "
                         "pointer; run tir-convert-to-emitc, which makes them "
                         "pointers");
}

Value tir::createText(EmitCBuilder &c, StringRef text) {
  return c.opaque(getPointerTo(c.builder().getContext(), "const char"),
                  makeCString(text));
}

void tir::insertText(ConversionPatternRewriter &rewriter, Operation *op,
                     StringRef text) {
  Operation *module = op->getParentWithTrait<OpTrait::SymbolTable>();
  Block &body = module->getRegion(0).front();
  for (auto known : body.getOps<emitc::VerbatimOp>())
    if (known.getValue() == text)
      return;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&body);
  emitc::VerbatimOp::create(rewriter, op->getLoc(), text);
}
