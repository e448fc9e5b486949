//===- SymbolLookupScope.h - Quick answers to who is called
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_SYMBOLLOOKUPSCOPE_H
#define TIR_DIALECT_TIR_IR_SYMBOLLOOKUPSCOPE_H

#include "mlir/IR/SymbolTable.h"

namespace tir {

/// What a call does to its arguments depends on its callee, and what a use of
/// a global does depends on the global. Upstream's passes ask for such effects
/// again and again, through interfaces that take no symbol table, so that each
/// answer is a search through the module. While this object lives, symbols of
/// `table` are found by hashing instead, on the thread that made the object.
///
/// Meanwhile symbols of `table` may be added, but neither erased nor renamed.
class SymbolLookupScope {
public:
  explicit SymbolLookupScope(mlir::Operation *table);
  ~SymbolLookupScope();
  SymbolLookupScope(const SymbolLookupScope &) = delete;
  SymbolLookupScope &operator=(const SymbolLookupScope &) = delete;

private:
  friend mlir::Operation *lookupSymbolFrom(mlir::Operation *from,
                                           mlir::StringAttr name);

  mlir::SymbolTable symbols;
  SymbolLookupScope *outer;
};

/// The symbol `name` of the symbol table nearest to `from`, or null.
mlir::Operation *lookupSymbolFrom(mlir::Operation *from, mlir::StringAttr name);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_SYMBOLLOOKUPSCOPE_H
