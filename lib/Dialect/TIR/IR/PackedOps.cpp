//===- PackedOps.cpp - tir.packed_set, tir.packed_get, tir.type_code_get
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/PackedValues.h"
#include "tir/Dialect/TIR/IR/TIR.h"

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

/// Only where the slots were made is it known how many there are.
static LogicalResult verifySlot(Operation *op, Value slots, uint32_t index) {
  auto stack = slots.getDefiningOp<PackedStackOp>();
  if (!stack || index < stack.getCount())
    return success();
  InFlightDiagnostic diag = op->emitOpError("names slot ")
                            << index << ", but there are " << stack.getCount()
                            << ", counted from 0; ask for more slots where "
                               "they are made";
  diag.attachNote(stack.getLoc()) << "they are made here";
  return diag;
}

LogicalResult PackedSetOp::verify() {
  auto values = getValues().getDefiningOp<PackedStackOp>();
  auto codes = getTypeCodes().getDefiningOp<PackedStackOp>();
  if (values && codes && values != codes) {
    InFlightDiagnostic diag =
        emitOpError("sets a value of one tir.packed_stack and a type code of "
                    "another; take both results of one");
    diag.attachNote(values.getLoc()) << "the values are made here";
    diag.attachNote(codes.getLoc()) << "the type codes are made here";
    return diag;
  }
  if (failed(verifySlot(*this, getValues(), getIndex())))
    return failure();
  return verifySlot(*this, getTypeCodes(), getIndex());
}

LogicalResult PackedGetOp::verify() {
  return verifySlot(*this, getValues(), getIndex());
}

LogicalResult TypeCodeGetOp::verify() {
  return verifySlot(*this, getTypeCodes(), getIndex());
}
