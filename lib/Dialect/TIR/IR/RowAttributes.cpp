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

static bool areTurns(Operation *, Attribute value) {
  return isa<TurnsAttr>(value);
}

/// Returns true if the buffer has that many rows and elements.
static bool isRing(Operation *op, Attribute value) {
  auto ring = dyn_cast<RingAttr>(value);
  auto type = cast<memref::AllocOp>(op).getType();
  return ring && type.hasStaticShape() &&
         type.getNumElements() % ring.getRows() == 0 &&
         ring.getKept() <= type.getNumElements();
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
    {kRingAttrName, isAlloc, "a 'memref.alloc'", isRing,
     "a #tir.ring whose rows divide the buffer, and that keeps at most as many "
     "elements as the buffer has"},
    {kTurnsAttrName, isCall, "a call", areTurns, "a #tir.turns attribute"}};

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
