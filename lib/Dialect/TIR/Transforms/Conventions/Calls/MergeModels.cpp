//===- MergeModels.cpp - One module for several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Calls/MergeModels.h"

#include "RenameSymbols.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

/// What stands before the model's name in a name that is not final. No name of
/// C contains it.
static constexpr StringLiteral kMergeMark = "$of$";

/// Returns whether one of two operations can stand for both: they only say what
/// is elsewhere, or are a pool that all models have.
static bool areSameDeclarations(Operation &one, Operation &other) {
  auto isDeclaration = [](Operation &op) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    auto global = dyn_cast<memref::GlobalOp>(op);
    return isa<DeviceOp, StructOp>(op) || (function && function.isExternal()) ||
           (global && global.isUninitialized());
  };
  return isDeclaration(one) && isDeclaration(other) &&
         OperationEquivalence::isEquivalentTo(
             &one, &other, OperationEquivalence::IgnoreLocations);
}

/// Appends `suffix` to the names of `module` that `taken` has, too. Erases the
/// declarations that it has.
static void renameDuplicates(ModuleOp module, const SymbolTable &taken,
                             StringRef suffix) {
  SymbolTable own(module);
  SymbolRenamer renamer(own);
  for (auto symbol :
       llvm::make_early_inc_range(module.getOps<SymbolOpInterface>())) {
    StringRef name = symbol.getName();
    Operation *other = taken.lookup(name);
    if (!other)
      continue;
    if (areSameDeclarations(*symbol, *other))
      symbol.erase();
    else
      renamer.rename(symbol, (name + suffix).str());
  }
  renamer.replaceUses();
}

OwningOpRef<ModuleOp>
tir::mergeModels(MutableArrayRef<OwningOpRef<ModuleOp>> modules) {
  OwningOpRef<ModuleOp> merged = std::move(modules.front());
  SymbolTable all(*merged);
  for (OwningOpRef<ModuleOp> &module : modules.drop_front()) {
    SmallVector<FunctionOpInterface> models = getModels(*module);
    StringRef model =
        models.empty() ? StringRef() : getModelName(models.front());
    renameDuplicates(*module, all, (kMergeMark + model).str());
    for (Operation &op : llvm::make_early_inc_range(module->getOps())) {
      op.remove();
      if (isa<SymbolOpInterface>(op))
        all.insert(&op);
      else
        merged->push_back(&op);
    }
  }
  return merged;
}

void tir::restoreNames(ModuleOp module) {
  SymbolTable symbols(module);
  SymbolRenamer renamer(symbols);
  for (Operation &op : module.getOps()) {
    if (!isa<SymbolOpInterface>(op))
      continue;
    StringRef name = SymbolTable::getSymbolName(&op).getValue();
    if (size_t position = name.find(kMergeMark); position != StringRef::npos)
      renamer.rename(&op, name.take_front(position));
  }
  renamer.replaceUses();
}

uint64_t tir::shareConstants(ModuleOp module) {
  using Key = std::pair<Type, Attribute>;
  DenseMap<Key, memref::GlobalOp> first;
  uint64_t bytes = 0;
  SymbolTable symbols(module);
  SymbolRenamer renamer(symbols);
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>())) {
    if (!global.getConstant() || !global.isPrivate() || global.isExternal())
      continue;
    NamedAttrList attributes(global->getAttrDictionary());
    attributes.erase(global.getSymNameAttrName());
    Key key = {global.getType(), attributes.getDictionary(module.getContext())};
    auto [kept, isNew] = first.try_emplace(key, global);
    if (isNew)
      continue;
    MemRefType type = global.getType();
    bytes += type.getNumElements() *
             llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    renamer.redirect(global, kept->second.getSymNameAttr());
    global.erase();
  }
  renamer.replaceUses();
  return bytes;
}

void tir::renameSymbol(ModuleOp module, Operation *symbol, StringRef name) {
  SymbolTable symbols(module);
  SymbolRenamer renamer(symbols);
  renamer.rename(symbol, name);
  renamer.replaceUses();
}
