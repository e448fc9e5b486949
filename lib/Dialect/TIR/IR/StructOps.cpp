//===- StructOps.cpp - tir.struct, tir.struct_stack, tir.struct_get,
// tir.struct_set
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolLookup.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "tir/ABI/DLTensor.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tir;

LogicalResult StructOp::verify() {
  llvm::StringSet<> seen;
  for (auto field : getFields().getAsRange<StringAttr>())
    if (!seen.insert(field.getValue()).second)
      return emitOpError("has two fields called ") << field;
  for (auto field : getFields().getAsRange<StringAttr>())
    if (!isCIdentifier(field)) {
      StringRef why = whyReserved(field);
      return emitOpError("has the field ")
             << field << ", which is "
             << (why.empty() ? "not an identifier" : why) << " in C; rename it";
    }
  std::optional<ArrayAttr> types = getTypes();
  if (!types)
    return success();
  if (types->size() != getFields().size())
    return emitOpError("has ")
           << getFields().size() << " fields, but " << types->size()
           << " types; expected the type of each field";
  for (auto [field, type] :
       llvm::zip_equal(getFields().getAsRange<StringAttr>(),
                       types->getAsValueRange<TypeAttr>())) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || !isWholeBuffer(type) || memref.getNumElements() == 0)
      return emitOpError("has the field ")
             << field << " of type " << type
             << "; expected a memref with a static shape, at least one element "
                "and the identity layout";
    if (!getDLDataType(memref.getElementType()))
      return emitOpError("has the field ")
             << field << " of type " << type << ", whose elements ("
             << memref.getElementType()
             << ") have no dtype in DLPack; expected elements of i1, i8, i16, "
                "i32, i64, f16, bf16, f32 or f64";
  }
  return success();
}

MemRefType StructOp::getArrayType(StringRef field) {
  std::optional<ArrayAttr> types = getTypes();
  if (!types)
    return {};
  // A struct may have thousands of fields: compare pointers, not texts.
  ArrayRef<Attribute> fields = getFields().getValue();
  const auto *found = llvm::find(fields, StringAttr::get(getContext(), field));
  if (found == fields.end())
    return {};
  return cast<MemRefType>(
      cast<TypeAttr>((*types)[found - fields.begin()]).getValue());
}

/// Returns whether a field can contain `type`: of a buffer, it only contains
/// the address of the first element.
static bool isFieldType(Type type) {
  return !isa<MemRefType>(type) || isWholeBuffer(type);
}

/// Returns the struct that has `field`. Fails with an error if there is none.
static FailureOr<StructOp> verifyField(Operation *op,
                                       SymbolTableCollection &symbolTable,
                                       FlatSymbolRefAttr name,
                                       StringAttr field) {
  auto structOp = lookupDeclared<StructOp>(op, "names", name, symbolTable);
  if (!structOp)
    return failure();
  if (llvm::is_contained(structOp.getFields(), field))
    return structOp;
  InFlightDiagnostic diag = op->emitOpError("names field ")
                            << field << ", which " << name << " does not have";
  diag.attachNote(structOp.getLoc())
      << "its fields are " << structOp.getFields();
  return diag;
}

LogicalResult
StructStackOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto structOp = lookupDeclared<StructOp>(*this, "allocates",
                                           getStructNameAttr(), symbolTable);
  if (!structOp || !structOp.getTypes())
    return success(bool(structOp));
  InFlightDiagnostic diag = emitOpError("allocates ")
                            << getStructNameAttr()
                            << ", whose fields are arrays, which may be large; "
                               "expected a struct of pointers";
  diag.attachNote(structOp.getLoc()) << "the struct is declared here";
  return diag;
}

LogicalResult StructGetOp::verify() {
  if (isFieldType(getResult().getType()))
    return success();
  return emitOpError("reads a buffer's address, so the result needs a static "
                     "shape and the identity layout, but is ")
         << getResult().getType();
}

LogicalResult
StructGetOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  FailureOr<StructOp> structOp =
      verifyField(*this, symbolTable, getStructNameAttr(), getFieldAttr());
  if (failed(structOp))
    return failure();
  MemRefType array = structOp->getArrayType(getField());
  // The shape may differ, as long as the elements are the same.
  auto result = dyn_cast<MemRefType>(getResult().getType());
  if (!array || (result && result.getElementType() == array.getElementType() &&
                 result.getNumElements() == array.getNumElements()))
    return success();
  InFlightDiagnostic diag = emitOpError("reads the field ")
                            << getFieldAttr() << " as " << getResult().getType()
                            << ", but it is an array of the elements of "
                            << array;
  diag.attachNote(structOp->getLoc()) << "the struct is declared here";
  return diag;
}

LogicalResult StructSetOp::verify() {
  if (isFieldType(getValue().getType()))
    return success();
  InFlightDiagnostic diag =
      emitOpError("writes a buffer's address, so the value needs a static "
                  "shape and the identity layout, but is ")
      << getValue().getType();
  noteOrigin(diag, getValue(), "the value");
  return diag;
}

LogicalResult
StructSetOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  FailureOr<StructOp> structOp =
      verifyField(*this, symbolTable, getStructNameAttr(), getFieldAttr());
  if (failed(structOp) || !structOp->getArrayType(getField()))
    return success(succeeded(structOp));
  InFlightDiagnostic diag =
      emitOpError("sets the field ")
      << getFieldAttr()
      << ", which is an array, not a pointer; copy into the buffer that "
         "tir.struct_get returns for it";
  diag.attachNote(structOp->getLoc()) << "the struct is declared here";
  return diag;
}
