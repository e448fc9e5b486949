//===- SymbolLookupScope.cpp - Fast symbol lookups
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

/// Several threads may process modules of one context.
static thread_local SymbolLookupScope *innermost = nullptr;

SymbolLookupScope::SymbolLookupScope(Operation *table)
    : symbols(table), outer(innermost) {
  innermost = this;
}

SymbolLookupScope::~SymbolLookupScope() { innermost = outer; }

bool SymbolLookupScope::remember(Operation *symbol,
                                 llvm::function_ref<bool()> findEffects) {
  for (SymbolLookupScope *scope = innermost; scope; scope = scope->outer) {
    if (scope->symbols.getOp() != symbol->getParentOp())
      continue;
    if (auto known = scope->effects.find(symbol); known != scope->effects.end())
      return known->second;
    // This may ask for the effects of other symbols.
    bool found = findEffects();
    scope->effects[symbol] = found;
    return found;
  }
  return findEffects();
}

Operation *tir::lookupSymbolFrom(Operation *from, StringAttr name) {
  Operation *table = SymbolTable::getNearestSymbolTable(from);
  if (!table)
    return nullptr;
  SymbolLookupScope *nearest = nullptr;
  for (SymbolLookupScope *scope = innermost; scope; scope = scope->outer) {
    if (scope->symbols.getOp() != table)
      continue;
    if (Operation *symbol = scope->symbols.lookup(name))
      return symbol;
    if (Operation *symbol = scope->added.lookup(name))
      return symbol;
    nearest = scope;
  }
  // There is no such scope, or the symbol is new. For the most frequent
  // operations, the name is read without searching for the attribute.
  for (Operation &op : table->getRegion(0).getOps()) {
    StringAttr symbol;
    if (auto function = dyn_cast<PrimFuncOp>(op))
      symbol = function.getSymNameAttr();
    else if (auto global = dyn_cast<memref::GlobalOp>(op))
      symbol = global.getSymNameAttr();
    else
      symbol = op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (symbol != name)
      continue;
    if (nearest)
      nearest->added[name] = &op;
    return &op;
  }
  return nullptr;
}
