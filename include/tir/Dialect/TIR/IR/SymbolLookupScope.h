//===- SymbolLookupScope.h - Fast symbol lookups
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

/// Makes repeated symbol lookups fast while it lives. The effects of a call
/// depend on its callee, and the effects of a global's use depend on the
/// global. Upstream's passes query such effects repeatedly, through interfaces
/// that take no symbol table, so that each query searches the module. While
/// this object lives, symbols of `table` are looked up in a hash table instead,
/// on the thread that created the object.
///
/// Symbols may be added to `table` in the meantime, but neither erased nor
/// renamed, and no function with a body may get effects that it did not have.
class SymbolLookupScope {
public:
  explicit SymbolLookupScope(mlir::Operation *table);
  ~SymbolLookupScope();
  SymbolLookupScope(const SymbolLookupScope &) = delete;
  SymbolLookupScope &operator=(const SymbolLookupScope &) = delete;

  /// Returns whether a function of `table` has effects on more than its
  /// arguments, which `findEffects` finds out the first time.
  static bool remember(mlir::Operation *symbol,
                       llvm::function_ref<bool()> findEffects);

private:
  friend mlir::Operation *lookupSymbolFrom(mlir::Operation *from,
                                           mlir::StringAttr name);

  mlir::SymbolTable symbols;
  /// The symbols that were found after they had been added.
  llvm::DenseMap<mlir::StringAttr, mlir::Operation *> added;
  /// Which functions have effects on more than their arguments, as far as that
  /// is known.
  llvm::DenseMap<mlir::Operation *, bool> effects;
  SymbolLookupScope *outer;
};

/// Returns the symbol `name` of the symbol table nearest to `from`, or null.
mlir::Operation *lookupSymbolFrom(mlir::Operation *from, mlir::StringAttr name);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_SYMBOLLOOKUPSCOPE_H
