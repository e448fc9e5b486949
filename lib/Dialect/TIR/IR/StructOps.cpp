//===- StructOps.cpp - tir.struct, tir.struct_stack, tir.struct_get,
//tir.struct_set
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolLookup.h"

#include "tir/Dialect/TIR/IR/Regions.h"
#include "tir/Dialect/TIR/IR/TIR.h"

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

/// A field holds the address of a buffer's first element alone.
static LogicalResult verifyFieldType(Operation *op, Type type, StringRef what) {
  if (!isa<MemRefType>(type) || isWholeBuffer(type))
    return success();
  return op->emitOpError() << what
                           << " needs a static shape and the identity layout, "
                              "but is "
                           << type;
}

static LogicalResult verifyField(Operation *op,
                                 SymbolTableCollection &symbolTable,
                                 FlatSymbolRefAttr name, StringAttr field) {
  auto structOp = symbolTable.lookupNearestSymbolFrom<StructOp>(op, name);
  if (!structOp)
    return op->emitOpError("names ")
           << name << ", but this module has no such tir.struct";
  if (llvm::is_contained(structOp.getFields(), field))
    return success();
  InFlightDiagnostic diag = op->emitOpError("names field ")
                            << field << ", which " << name << " does not have";
  diag.attachNote(structOp.getLoc())
      << "its fields are " << structOp.getFields();
  return diag;
}

LogicalResult
StructStackOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return success(lookupDeclared<StructOp>(*this, "allocates",
                                          getStructNameAttr(), symbolTable));
}

LogicalResult StructGetOp::verify() {
  return verifyFieldType(*this, getResult().getType(),
                         "reads a buffer's address, so the result");
}

LogicalResult
StructGetOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyField(*this, symbolTable, getStructNameAttr(), getFieldAttr());
}

LogicalResult StructSetOp::verify() {
  return verifyFieldType(*this, getValue().getType(),
                         "writes a buffer's address, so the value");
}

LogicalResult
StructSetOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyField(*this, symbolTable, getStructNameAttr(), getFieldAttr());
}
