//===- TIRDialect.cpp - Registration of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/InlinerInterface.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "tir/Dialect/TIR/IR/TIRDialect.cpp.inc"
#include "tir/Dialect/TIR/IR/TIREnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRTypes.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIROps.cpp.inc"

llvm::StringRef tir::getModelName(mlir::ModuleOp module) {
  if (auto model = module->getAttrOfType<mlir::DictionaryAttr>(kModelAttrName))
    if (auto name = model.getAs<mlir::StringAttr>("name"))
      return name.getValue();
  return "default";
}

/// A name that is misspelt would change what the argument means without a word.
llvm::LogicalResult
tir::TIRDialect::verifyRegionArgAttribute(mlir::Operation *op, unsigned,
                                          unsigned index,
                                          mlir::NamedAttribute attribute) {
  static constexpr llvm::StringLiteral kKnown[] = {
      kAlignmentAttrName, kCTypeAttrName,     kDeviceAttrName,
      kEffectAttrName,    kKernelAttrName,    kNameAttrName,
      kNoAliasAttrName,   kPlaceAttrName,     kPoolAttrName,
      kRangeAttrName,     kReadsAttrName,     kScaleAttrName,
      kStructAttrName,    kValueTypeAttrName, kVariableAttrName,
      kZeroPointAttrName};
  if (llvm::is_contained(kKnown, attribute.getName().getValue()))
    return llvm::success();
  mlir::InFlightDiagnostic diag = op->emitOpError("argument #")
                                  << index << " carries " << attribute.getName()
                                  << ", which means nothing there; expected ";
  llvm::interleaveComma(kKnown, diag);
  return diag;
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
  addInlinerInterface(*this);
  attachInterfaces(*this);
}
