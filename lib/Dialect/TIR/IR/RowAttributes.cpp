//===- RowAttributes.cpp - Attributes of kernels that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowAttributes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

static bool isCall(Operation *op) { return isa<CallOpInterface>(op); }
static bool isKernelCall(Operation *op) { return isa<CallTIROp>(op); }
static bool isAlloc(Operation *op) { return isa<memref::AllocOp>(op); }

static bool isNumber(Operation *, Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getType().isSignlessInteger(64) &&
         number.getInt() >= 0;
}

/// Returns true for two numbers of which the second is at least 1.
static bool areTurns(Operation *, Attribute value) {
  auto numbers = dyn_cast<DenseI64ArrayAttr>(value);
  return numbers && numbers.size() == 2 && numbers[1] >= 1;
}

/// Returns true if the buffer has that many elements.
static bool isPartOfBuffer(Operation *op, Attribute value) {
  auto type = cast<memref::AllocOp>(op).getType();
  return isNumber(op, value) && type.hasStaticShape() &&
         cast<IntegerAttr>(value).getInt() <= type.getNumElements();
}

/// Returns true for a number of rows that divides the buffer, and a number of
/// all rows. The first may be larger: rows of padding are in the buffer, too.
static bool areRingRows(Operation *op, Attribute value) {
  auto numbers = dyn_cast<DenseI64ArrayAttr>(value);
  auto type = cast<memref::AllocOp>(op).getType();
  return numbers && numbers.size() == 2 && numbers[0] >= 1 && numbers[1] >= 1 &&
         type.hasStaticShape() && type.getNumElements() % numbers[0] == 0;
}

namespace {
struct RowAttribute {
  StringLiteral name;
  bool (*isPlace)(Operation *op);
  StringLiteral place;
  bool (*isValue)(Operation *op, Attribute value);
  StringLiteral value;
};
} // namespace

static constexpr RowAttribute kRowAttributes[] = {
    {kRowsAttrName, isKernelCall, "a 'tir.call_tir'", isNumber,
     "an i64 of 0 or more"},
    {kRingAttrName, isAlloc, "a 'memref.alloc'", isPartOfBuffer,
     "an i64 of 0 to as many elements as the buffer has"},
    {kRingRowsAttrName, isAlloc, "a 'memref.alloc'", areRingRows,
     "the number of rows in memory, of which the buffer is a multiple, and the "
     "number of all rows, as an array of two i64"},
    {kTurnsAttrName, isCall, "a call", areTurns,
     "an array of two i64, the second at least 1"},
    {kCallsAttrName, isCall, "a call", isNumber, "an i64 of 0 or more"}};

LogicalResult tir::verifyRowAttribute(Operation *op, NamedAttribute attribute) {
  const auto *known =
      llvm::find_if(kRowAttributes, [&](const RowAttribute &candidate) {
        return candidate.name == attribute.getName().getValue();
      });
  if (known == std::end(kRowAttributes))
    return success();
  if (!known->isPlace(op))
    return op->emitOpError("carries '")
           << known->name << "', which has no meaning there; expected "
           << known->place;
  if (known->isValue(op, attribute.getValue()))
    return success();
  return op->emitOpError("'") << known->name << "' is " << attribute.getValue()
                              << ", expected " << known->value;
}
