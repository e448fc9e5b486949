//===- RenameSymbols.h - New names for many symbols at once
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_RENAMESYMBOLS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_RENAMESYMBOLS_H

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

namespace tir {

/// Renames symbols of one table. The uses of all of them change in one walk
/// over the table's operation, whereas `SymbolTable::rename` walks over it for
/// each symbol.
class SymbolRenamer {
public:
  explicit SymbolRenamer(mlir::SymbolTable &symbols) : symbols(symbols) {}

  /// Gives `symbol` the name `wish`, or `wish` with a suffix if another symbol
  /// has that name. Its uses keep the old name until `replaceUses`.
  void rename(mlir::Operation *symbol, const llvm::Twine &wish);

  /// Lets another symbol stand for `symbol`, whose uses refer to it after
  /// `replaceUses`.
  void redirect(mlir::Operation *symbol, mlir::StringAttr other) {
    newNames.try_emplace(mlir::SymbolTable::getSymbolName(symbol), other);
  }

  /// Changes the uses of each renamed symbol. No use may be added between the
  /// first call of `rename` and this one.
  void replaceUses();

private:
  mlir::SymbolTable &symbols;
  llvm::DenseMap<mlir::StringAttr, mlir::StringAttr> newNames;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_RENAMESYMBOLS_H
