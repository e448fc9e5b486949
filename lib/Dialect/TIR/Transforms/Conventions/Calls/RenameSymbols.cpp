//===- RenameSymbols.cpp - New names for many symbols at once
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RenameSymbols.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace tir;

void SymbolRenamer::rename(Operation *symbol, const Twine &wish) {
  StringAttr old = SymbolTable::getSymbolName(symbol);
  symbols.remove(symbol);
  SymbolTable::setSymbolName(symbol,
                             StringAttr::get(symbol->getContext(), wish));
  newNames.try_emplace(old, symbols.insert(symbol));
}

void SymbolRenamer::replaceUses() {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymbolRefAttr use) -> std::pair<Attribute, WalkResult> {
        auto name = newNames.find(use.getRootReference());
        if (name == newNames.end())
          return {use, WalkResult::skip()};
        return {SymbolRefAttr::get(name->second, use.getNestedReferences()),
                WalkResult::skip()};
      });
  Operation *table = symbols.getOp();
  table->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Its own attributes belong to the scope outside.
    if (op == table)
      return WalkResult::advance();
    replacer.replaceElementsIn(op);
    // Operations in a nested table refer to the symbols of that table.
    return op->hasTrait<OpTrait::SymbolTable>() ? WalkResult::skip()
                                                : WalkResult::advance();
  });
}
