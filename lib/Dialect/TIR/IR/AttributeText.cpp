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

using namespace mlir;
using namespace tir;

static bool containsOurs(Attribute attribute) {
  WalkResult result = attribute.walk([](Attribute part) {
    return isAnnotating(&part.getDialect()) ? WalkResult::interrupt()
                                            : WalkResult::advance();
  });
  return result.wasInterrupted();
}

void tir::writeAttributesAsText(Operation *root) {
  root->walk([](Operation *op) {
    for (NamedAttribute attribute :
         llvm::to_vector(op->getDiscardableAttrs())) {
      if (!containsOurs(attribute.getValue()))
        continue;
      if (!isa<FunctionOpInterface>(op)) {
        op->removeDiscardableAttr(attribute.getName());
        continue;
      }
      std::string text;
      llvm::raw_string_ostream(text) << attribute.getValue();
      op->setDiscardableAttr(attribute.getName(),
                             StringAttr::get(op->getContext(), text));
    }
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
