//===- EntryFunctions.h - The functions that become entry points
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_ENTRYFUNCTIONS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_ENTRYFUNCTIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/ADT/STLExtras.h"

namespace tir {

/// Returns whether `functions` can be the entry points of a module: one
/// function, or several of which each is a model.
template <typename FunctionT>
bool canBeEntries(llvm::ArrayRef<FunctionT> functions) {
  return functions.size() == 1 ||
         (!functions.empty() && llvm::all_of(functions, [](FunctionT function) {
           return function->hasAttr(kModelAttrName);
         }));
}

/// Makes `entries` public, and all other functions of this kind private. These
/// are not models.
template <typename FunctionT>
void makeEntries(mlir::ModuleOp module, llvm::ArrayRef<FunctionT> entries) {
  for (auto function : module.getOps<FunctionT>()) {
    bool isEntry = llvm::is_contained(entries, function);
    function.setVisibility(isEntry ? mlir::SymbolTable::Visibility::Public
                                   : mlir::SymbolTable::Visibility::Private);
    if (!isEntry)
      function->removeDiscardableAttr(kModelAttrName);
  }
}

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_ENTRYFUNCTIONS_H
