//===- StructOps.cpp - tir.struct, tir.struct_get, tir.check_return
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tir;

LogicalResult StructOp::verify() {
  llvm::StringSet<> seen;
  for (auto field : getFields().getAsRange<StringAttr>())
    if (!seen.insert(field.getValue()).second)
      return emitOpError("has two fields called ") << field;
  return success();
}

LogicalResult StructGetOp::verify() {
  auto memref = dyn_cast<MemRefType>(getResult().getType());
  if (memref &&
      (!memref.hasStaticShape() || !memref.getLayout().isIdentity()))
    return emitOpError("reads a buffer's address, so the result needs a static "
                       "shape and the identity layout, but is ")
           << memref;
  return success();
}

LogicalResult
StructGetOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto structOp = symbolTable.lookupNearestSymbolFrom<StructOp>(
      *this, getStructNameAttr());
  if (!structOp)
    return emitOpError("names ")
           << getStructNameAttr() << ", but this module has no such tir.struct";
  if (llvm::is_contained(structOp.getFields(), getFieldAttr()))
    return success();
  InFlightDiagnostic diag =
      emitOpError("names field ") << getFieldAttr() << ", which "
                                  << getStructNameAttr() << " does not have";
  diag.attachNote(structOp.getLoc()) << "its fields are " << structOp.getFields();
  return diag;
}

LogicalResult CheckReturnOp::verify() {
  auto function = (*this)->getParentOfType<func::FuncOp>();
  if (!function)
    return emitOpError("must stand in a 'func.func'");
  ArrayRef<Type> results = function.getResultTypes();
  if (results.size() == 1 && results.front().isInteger(32))
    return success();
  InFlightDiagnostic diag =
      emitOpError("passes an i32 code up, but the function returns ")
      << results;
  diag.attachNote(function.getLoc()) << "function declared here";
  return diag;
}
