//===- AttributeText.cpp - Attributes in modules for other tools
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/AttributeText.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/IR/DialectSuccessors.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

static bool containsOurs(Attribute attribute) {
  WalkResult result = attribute.walk([](Attribute part) {
    return isAnnotating(&part.getDialect()) ? WalkResult::interrupt()
                                            : WalkResult::advance();
  });
  return result.wasInterrupted();
}

StringAttr tir::getAttributeText(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return StringAttr::get(attribute.getContext(), text);
}

Attribute tir::getAttrOrItsText(Operation *op, Attribute value) {
  StringRef dialect = op->getName().getDialectNamespace();
  return value && (dialect == "emitc" || dialect == "llvm")
             ? getAttributeText(value)
             : value;
}

/// Writes what C declares of the arguments. The rest, such as the elements of a
/// weight, has served its purpose.
static void writePortsAsText(FunctionOpInterface function) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    if (!function.getArgAttr(i, kPortAttrName))
      continue;
    updatePort(function, i, [](PortParts &port) {
      PortParts kept;
      kept.structName = port.structName;
      kept.cType = port.cType;
      kept.isNoAlias = port.isNoAlias;
      port = kept;
    });
    if (Attribute port = function.getArgAttr(i, kPortAttrName))
      function.setArgAttr(i, kPortAttrName, getAttributeText(port));
  }
}

void tir::writeAttributesAsText(Operation *root) {
  root->walk([](Operation *op) {
    for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs()))
      if (!containsOurs(attribute.getValue()))
        continue;
      else if (isa<FunctionOpInterface>(op) ||
               attribute.getName() == kGlobalAttrName)
        op->setDiscardableAttr(attribute.getName(),
                               getAttributeText(attribute.getValue()));
      else
        op->removeDiscardableAttr(attribute.getName());
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      writePortsAsText(function);
  });
}

Attribute tir::readAttributeText(Attribute attribute) {
  auto text = dyn_cast_if_present<StringAttr>(attribute);
  if (!text)
    return attribute;
  ScopedDiagnosticHandler silence(text.getContext(), [](Diagnostic &) {});
  size_t length = 0;
  Attribute read = parseAttribute(text.getValue(), text.getContext(),
                                  /*type=*/{}, &length);
  return length == text.size() ? read : Attribute();
}
