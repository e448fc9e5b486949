//===- DropAnnotations.cpp - For tools that do not know the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/IR/DialectSuccessors.h"

namespace tir {
#define GEN_PASS_DEF_TIRDROPANNOTATIONSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static DictionaryAttr dropOurs(DictionaryAttr attributes) {
  NamedAttrList kept;
  for (NamedAttribute attribute : attributes)
    if (!isAnnotation(attribute))
      kept.append(attribute);
  return kept.getDictionary(attributes.getContext());
}

namespace {
struct DropAnnotationsPass
    : public tir::impl::TIRDropAnnotationsPassBase<DropAnnotationsPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      for (NamedAttribute attribute :
           llvm::to_vector(op->getDiscardableAttrs()))
        if (isAnnotation(attribute))
          op->removeDiscardableAttr(attribute.getName());
      auto function = dyn_cast<FunctionOpInterface>(op);
      if (!function)
        return;
      for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
        if (DictionaryAttr attributes = function.getArgAttrDict(i))
          function.setArgAttrs(i, dropOurs(attributes));
      for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
        if (DictionaryAttr attributes = function.getResultAttrDict(i))
          function.setResultAttrs(i, dropOurs(attributes));
    });
  }
};
} // namespace
