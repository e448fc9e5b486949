//===- UpgradeVersion1.cpp - Bytecode of version 1
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Version 1 had dictionaries and lists of numbers where version 2 has
// attributes with parameters. The names of these are the keys of the
// dictionaries. Rows are upgraded by the dialect that has them now
// (lib/Dialect/Kernel/IR/FormerNames.cpp).
//
//===----------------------------------------------------------------------===//

#include "DialectUpgrade.h"

#include "OpAttributes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

/// The only dictionary in a dictionary that remains one.
static constexpr StringLiteral kAttributesKey = "attributes";
/// The only list that is an attribute of its own.
static constexpr StringLiteral kProfileKey = "profile";

/// Prints a value of version 1 as the parameter of an attribute.
static void printParameter(Attribute value, llvm::raw_ostream &os) {
  if (auto fields = dyn_cast<DictionaryAttr>(value)) {
    os << '<';
    llvm::interleaveComma(fields, os, [&](NamedAttribute field) {
      os << field.getName().getValue() << " = ";
      bool isProfile = field.getName() == kProfileKey;
      os << (isProfile ? "<" : "");
      if (field.getName() == kAttributesKey)
        os << field.getValue();
      else
        printParameter(field.getValue(), os);
      os << (isProfile ? ">" : "");
    });
    os << '>';
  } else if (auto list = dyn_cast<ArrayAttr>(value)) {
    os << '[';
    llvm::interleaveComma(list, os,
                          [&](Attribute item) { printParameter(item, os); });
    os << ']';
  } else if (auto number = dyn_cast<IntegerAttr>(value);
             number && !isa<BoolAttr>(value)) {
    os << number.getInt();
  } else if (auto numbers = dyn_cast<DenseI64ArrayAttr>(value)) {
    os << '[';
    llvm::interleaveComma(numbers.asArrayRef(), os);
    os << ']';
  } else if (isa<UnitAttr>(value)) {
    os << "true";
  } else {
    os << value;
  }
}

/// Returns the attribute `mnemonic` with the parameters in a dictionary, or
/// null with an error. Returns another value as it is.
static Attribute upgradeDictionary(Attribute value, StringRef mnemonic) {
  if (!isa<DictionaryAttr>(value))
    return value;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "#tir." << mnemonic;
  printParameter(value, os);
  return parseAttribute(text, value.getContext());
}

static LogicalResult upgradeDictionaries(Operation *op) {
  for (auto [name, mnemonic] :
       {std::pair<StringRef, StringRef>("tir.model", "model"),
        {"tir.plan", "plan"},
        {"tir.channels", "channels"}}) {
    Attribute value = op->getDiscardableAttr(name);
    if (!value)
      continue;
    Attribute upgraded;
    if (auto list = dyn_cast<ArrayAttr>(value)) {
      SmallVector<Attribute> items;
      for (Attribute item : list)
        items.push_back(upgradeDictionary(item, mnemonic));
      if (!llvm::is_contained(items, Attribute()))
        upgraded = ArrayAttr::get(op->getContext(), items);
    } else {
      upgraded = upgradeDictionary(value, mnemonic);
    }
    if (!upgraded)
      return op->emitError("has '") << name << "' = " << value
                                    << " in a file of version 1 of the "
                                       "dialect 'tir', which that version "
                                       "does not write";
    op->setDiscardableAttr(name, upgraded);
  }
  return success();
}

/// Removes attributes with names that no pass has ever read.
static void removeUnknown(Operation *op) {
  for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs())) {
    StringRef name = attribute.getName().getValue();
    if (name.starts_with("tir.") && !isOpAttribute(name))
      op->removeDiscardableAttr(attribute.getName());
  }
}

LogicalResult tir::upgradeFromVersion1(Operation *root) {
  WalkResult result = root->walk(
      [](Operation *op) { return WalkResult(upgradeDictionaries(op)); });
  if (result.wasInterrupted() || failed(upgradeFromVersion2(root)))
    return failure();
  root->walk(removeUnknown);
  return success();
}
