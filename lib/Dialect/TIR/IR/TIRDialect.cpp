//===- TIRDialect.cpp - Registration of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttributeLists.h"
#include "OpAttributes.h"
#include "RowAttributes.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/DialectVersion.h"
#include "tir/Dialect/TIR/IR/InlinerInterface.h"
#include "tir/Dialect/TIR/IR/LaneSteps.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"
#include "tir/Dialect/TIR/IR/RowScheduleInterface.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "tir/Dialect/TIR/IR/TIRDialect.cpp.inc"
#include "tir/Dialect/TIR/IR/TIREnums.cpp.inc"

#include "tir/Dialect/TIR/IR/TIRRowScheduleInterfaces.cpp.inc"
#include "tir/Dialect/TIR/IR/TIRScheduleInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRTypes.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIROps.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIROpaqueCodeOps.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIRLaneOps.cpp.inc"

std::optional<bool> tir::getNoAlias(mlir::Attribute attribute) {
  if (!attribute)
    return std::nullopt;
  auto value = llvm::dyn_cast<mlir::BoolAttr>(attribute);
  return !value || value.getValue();
}

using tir::isArrayOf;
using tir::isOneOf;

/// The part of the table in the dialect's description that concerns arguments.
static constexpr tir::KnownAttribute kArgAttributes[] = {
    {tir::kAlignmentAttrName, isOneOf<mlir::IntegerAttr>, "an integer"},
    {tir::kCTypeAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kDeviceAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kDistancesAttrName, isOneOf<mlir::DenseI64ArrayAttr>,
     "an array of i64"},
    {tir::kEffectAttrName, isOneOf<tir::EffectAttr>, "a #tir.effect attribute"},
    {tir::kFedAttrName, isOneOf<mlir::UnitAttr>, "nothing"},
    {tir::kKernelAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kNameAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kNoAliasAttrName, isOneOf<mlir::UnitAttr, mlir::BoolAttr>,
     "nothing, true or false"},
    {tir::kOverwrittenAttrName, isOneOf<mlir::UnitAttr>, "nothing"},
    {tir::kPlaceAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kPoolAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kPoolsAttrName, isArrayOf<mlir::FlatSymbolRefAttr>,
     "an array of symbols"},
    {tir::kRangeAttrName, isOneOf<mlir::DenseI64ArrayAttr>,
     "an array of two i64"},
    {tir::kReadsAttrName, isArrayOf<mlir::StringAttr>, "an array of strings"},
    {tir::kScaleAttrName, isOneOf<mlir::FloatAttr>, "a float"},
    {tir::kScratchAttrName, isOneOf<mlir::UnitAttr>, "nothing"},
    {tir::kStructAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kValueTypeAttrName, isOneOf<mlir::TypeAttr>, "a type"},
    {tir::kVariableAttrName, isOneOf<mlir::FlatSymbolRefAttr>, "a symbol"},
    {tir::kWindowAttrName, isOneOf<tir::RowWindowAttr>,
     "a #tir.row_window attribute"},
    {tir::kZeroPointAttrName, isOneOf<mlir::IntegerAttr>, "an integer"}};

/// Returns the global of that name, or another symbol of that name, or null.
static mlir::Operation *lookupVariable(mlir::Operation *function,
                                       mlir::FlatSymbolRefAttr name) {
  mlir::Operation *table =
      mlir::SymbolTable::getNearestSymbolTable(function->getParentOp());
  return table ? mlir::SymbolTable::lookupSymbolIn(table, name) : nullptr;
}

/// Reports a `tir.variable` that names no variable.
static llvm::LogicalResult verifyVariable(mlir::Operation *op, unsigned index,
                                          mlir::NamedAttribute attribute) {
  if (attribute.getName() != tir::kVariableAttrName)
    return llvm::success();
  auto name = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(attribute.getValue());
  mlir::Operation *symbol = name ? lookupVariable(op, name) : nullptr;
  if (llvm::isa_and_present<mlir::memref::GlobalOp>(symbol) &&
      symbol->hasAttr(tir::kVariableAttrName))
    return llvm::success();
  mlir::InFlightDiagnostic diag =
      op->emitOpError("argument #")
      << index << " is the variable " << attribute.getValue()
      << ", but there is no memref.global of that name with tir.variable; "
         "declare it";
  if (symbol)
    diag.attachNote(symbol->getLoc())
        << "it is this '" << symbol->getName() << "'";
  return diag;
}

/// Reports unknown names and values of a wrong type, which would otherwise
/// silently change the meaning of the argument.
llvm::LogicalResult
tir::TIRDialect::verifyRegionArgAttribute(mlir::Operation *op, unsigned,
                                          unsigned index,
                                          mlir::NamedAttribute attribute) {
  const auto *known =
      llvm::find_if(kArgAttributes, [&](const KnownAttribute &candidate) {
        return candidate.name == attribute.getName().getValue();
      });
  if (known != std::end(kArgAttributes)) {
    if (known->isValue(attribute.getValue()))
      return verifyVariable(op, index, attribute);
    return op->emitOpError("argument #")
           << index << ": '" << known->name << "' must be " << known->value
           << ", but is " << attribute.getValue();
  }
  mlir::InFlightDiagnostic diag = op->emitOpError("argument #")
                                  << index << " carries " << attribute.getName()
                                  << ", which has no meaning there; expected ";
  llvm::interleaveComma(
      kArgAttributes, diag,
      [&](const KnownAttribute &candidate) { diag << candidate.name; });
  return diag;
}

llvm::LogicalResult
tir::TIRDialect::verifyOperationAttribute(mlir::Operation *op,
                                          mlir::NamedAttribute attribute) {
  if (failed(verifyOpAttribute(op, attribute)) ||
      failed(verifyRowAttribute(op, attribute)))
    return llvm::failure();
  return verifyModelAttribute(op, attribute);
}

void tir::TIRDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tir/Dialect/TIR/IR/TIRAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tir/Dialect/TIR/IR/TIRTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/TIR/IR/TIROps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/TIR/IR/TIROpaqueCodeOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/TIR/IR/TIRLaneOps.cpp.inc"
      >();
  addBytecodeInterface(*this);
  addInlinerInterface(*this);
  attachInterfaces(*this);
}
