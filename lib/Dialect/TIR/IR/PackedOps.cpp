//===- PackedOps.cpp - Packed arguments and functions of the registry
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolLookup.h"
#include "TextVerifier.h"

#include "tir/Dialect/TIR/IR/PackedValues.h"

using namespace mlir;
using namespace tir;

ArgTypeCode tir::getArgTypeCode(Type type) {
  if (type.isIntOrIndex())
    return ArgTypeCode::Int;
  if (isa<FloatType>(type))
    return ArgTypeCode::Float;
  if (isa<DLTensorType>(type))
    return ArgTypeCode::DLTensorHandle;
  if (isa<StringType>(type))
    return ArgTypeCode::Str;
  return ArgTypeCode::OpaqueHandle;
}

/// Checks that `slots` has slot `index`. The number of slots is only known if a
/// `tir.packed_stack` made them.
static LogicalResult verifySlot(Operation *op, Value slots, uint32_t index) {
  auto stack = slots.getDefiningOp<PackedStackOp>();
  if (!stack || index < stack.getCount())
    return success();
  InFlightDiagnostic diag = op->emitOpError("names slot ")
                            << index << ", but there are " << stack.getCount()
                            << ", counted from 0; allocate more slots";
  diag.attachNote(stack.getLoc()) << "the slots are allocated here";
  return diag;
}

static LogicalResult verifyOneStack(Operation *op, Value values, Value codes) {
  auto a = values.getDefiningOp<PackedStackOp>();
  auto b = codes.getDefiningOp<PackedStackOp>();
  if (!a || !b || a == b)
    return success();
  InFlightDiagnostic diag =
      op->emitOpError("takes values of one tir.packed_stack and type codes of "
                      "another; take both results of one");
  diag.attachNote(a.getLoc()) << "the values are allocated here";
  diag.attachNote(b.getLoc()) << "the type codes are allocated here";
  return diag;
}

LogicalResult PackedSetOp::verify() {
  if (failed(verifyOneStack(*this, getValues(), getTypeCodes())) ||
      failed(verifySlot(*this, getValues(), getIndex())))
    return failure();
  return verifySlot(*this, getTypeCodes(), getIndex());
}

LogicalResult PackedGetOp::verify() {
  return verifySlot(*this, getValues(), getIndex());
}

LogicalResult TypeCodeGetOp::verify() {
  return verifySlot(*this, getTypeCodes(), getIndex());
}

LogicalResult GetFunctionOp::verify() {
  if (getName().empty())
    return emitOpError("looks up an empty name, which no function has");
  return verifyText(*this, getName());
}

LogicalResult
GetFunctionOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  if (!getRegistryAttr())
    return success();
  return success(lookupDeclared<FuncRegistryOp>(
      *this, "looks in", getRegistryAttr(), symbolTable));
}

LogicalResult CallFunctionOp::verify() {
  if (failed(verifyOneStack(*this, getValues(), getTypeCodes())) ||
      failed(verifyOneStack(*this, getReturnedValues(), getReturnedCodes())))
    return failure();
  if (getCount() == 0)
    return success();
  if (failed(verifySlot(*this, getValues(), getCount() - 1)))
    return failure();
  return verifySlot(*this, getTypeCodes(), getCount() - 1);
}
