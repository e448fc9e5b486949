//===- SymbolLookup.h - Lookup of symbols that must be declared
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_IR_SYMBOLLOOKUP_H
#define TIR_LIB_DIALECT_TIR_IR_SYMBOLLOOKUP_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns the `OpT` called `name`. If there is none, emits an error at `user`
/// and returns null; `verb` says what `user` does with the symbol, such as
/// "names".
template <typename OpT>
OpT lookupDeclared(mlir::Operation *user, llvm::StringRef verb,
                   mlir::FlatSymbolRefAttr name,
                   mlir::SymbolTableCollection &symbolTable) {
  mlir::Operation *symbol = symbolTable.lookupNearestSymbolFrom(user, name);
  if (auto found = llvm::dyn_cast_if_present<OpT>(symbol))
    return found;
  mlir::InFlightDiagnostic diag = user->emitOpError(verb)
                                  << ' ' << name << ", which is not a "
                                  << OpT::getOperationName()
                                  << " of this module; declare it";
  if (symbol)
    diag.attachNote(symbol->getLoc())
        << "it is a '" << symbol->getName() << "'";
  return nullptr;
}

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_SYMBOLLOOKUP_H
