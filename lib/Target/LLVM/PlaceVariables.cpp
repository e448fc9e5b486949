//===- PlaceVariables.cpp - The data of an object
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceVariables.h"

#include "tir/Target/StaticMemory.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tir;

/// Returns whether the variable is a handle or a flag: a number that only code
/// of the module uses.
static bool isBookkeeping(const GlobalVariable &variable) {
  const DataLayout &layout = variable.getParent()->getDataLayout();
  constexpr uint64_t kMost = 8;
  Type *type = variable.getValueType();
  return variable.hasLocalLinkage() && !variable.hasSection() &&
         layout.getTypeAllocSize(type) <= kMost &&
         variable.getAlign().valueOrOne() <= layout.getABITypeAlign(type);
}

static bool isZeroAtFirst(const GlobalVariable &variable) {
  return variable.hasInitializer() && !variable.isConstant() &&
         variable.getInitializer()->isNullValue();
}

/// Replaces a variable by bytes that are all 0 at first, aligned as it was.
static void replaceByBytes(GlobalVariable *variable, uint64_t bytes) {
  Module &module = *variable->getParent();
  auto *type = ArrayType::get(Type::getInt8Ty(module.getContext()), bytes);
  auto *padded = new GlobalVariable(
      module, type, /*isConstant=*/false, variable->getLinkage(),
      ConstantAggregateZero::get(type), "", variable);
  padded->copyAttributesFrom(variable);
  padded->setAlignment(variable->getAlign().value_or(
      module.getDataLayout().getABITypeAlign(variable->getValueType())));
  padded->takeName(variable);
  variable->replaceAllUsesWith(padded);
  variable->eraseFromParent();
}

/// Places handles and flags one after the other, the largest first.
static void mergeBookkeeping(Module &module) {
  const DataLayout &layout = module.getDataLayout();
  SmallVector<GlobalVariable *> parts;
  for (GlobalVariable &variable : module.globals())
    if (isZeroAtFirst(variable) && isBookkeeping(variable))
      parts.push_back(&variable);
  if (parts.size() < 2)
    return;
  auto getSize = [&](const GlobalVariable *part) {
    return layout.getTypeAllocSize(part->getValueType()).getFixedValue();
  };
  llvm::stable_sort(parts, [&](GlobalVariable *a, GlobalVariable *b) {
    return getSize(a) > getSize(b);
  });
  SmallVector<Type *> types;
  for (GlobalVariable *part : parts)
    types.push_back(part->getValueType());
  auto *type = StructType::get(module.getContext(), types);
  auto *all = new GlobalVariable(
      module, type, /*isConstant=*/false, GlobalValue::InternalLinkage,
      ConstantAggregateZero::get(type), kHandlesName);
  all->setDSOLocal(true);
  all->setAlignment(layout.getABITypeAlign(type));
  Type *index = Type::getInt32Ty(module.getContext());
  for (auto [i, part] : enumerate(parts)) {
    Constant *place = ConstantExpr::getInBoundsGetElementPtr(
        type, all,
        ArrayRef<Constant *>{ConstantInt::get(index, 0),
                             ConstantInt::get(index, i)});
    part->replaceAllUsesWith(place);
    part->eraseFromParent();
  }
}

static void pad(Module &module) {
  const DataLayout &layout = module.getDataLayout();
  SmallVector<GlobalVariable *> globals;
  SmallVector<StaticVariable> variables;
  for (GlobalVariable &variable : module.globals()) {
    if (!isZeroAtFirst(variable))
      continue;
    globals.push_back(&variable);
    variables.push_back(
        {variable.getName().str(), variable.getSection().str(),
         layout.getTypeAllocSize(variable.getValueType()).getFixedValue(),
         variable.getAlign()
             .value_or(layout.getABITypeAlign(variable.getValueType()))
             .value()});
  }
  padVariables(variables);
  for (auto [global, variable] : zip_equal(globals, variables))
    if (variable.getPaddedBytes() != variable.bytes)
      replaceByBytes(global, variable.getPaddedBytes());
}

void tir::placeVariables(Module &module) {
  for (GlobalVariable &variable : module.globals())
    if (variable.isConstant() && variable.hasInitializer() &&
        !variable.getAlign())
      variable.setAlignment(
          module.getDataLayout().getABITypeAlign(variable.getValueType()));
  mergeBookkeeping(module);
  pad(module);
}
