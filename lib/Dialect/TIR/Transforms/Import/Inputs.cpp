//===- Inputs.cpp - The inputs that options name
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/Transforms/Import/TensorOptions.h"

using namespace mlir;
using namespace tir;

std::string tir::getInputName(func::FuncOp entry, unsigned index) {
  auto name = entry.getArgAttrOfType<StringAttr>(index, kNameAttrName);
  return name ? name.str() : "input" + std::to_string(index);
}

static std::optional<unsigned> find(func::FuncOp entry, StringRef key) {
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    if (getInputName(entry, i) == key)
      return i;
  // The header has the name in this form.
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    if (fieldName(getInputName(entry, i)) == key)
      return i;
  unsigned index;
  if (key.getAsInteger(10, index) || index >= entry.getNumArguments())
    return std::nullopt;
  return index;
}

FailureOr<unsigned> tir::findInput(func::FuncOp entry, StringRef option,
                                   StringRef key,
                                   ArrayRef<std::string> renamings) {
  for (const std::string &text : renamings) {
    llvm::Expected<Renaming> renaming = parseRenaming(text);
    if (!renaming)
      return entry.emitError() << llvm::toString(renaming.takeError());
    if (renaming->from != key)
      continue;
    key = renaming->to;
    break;
  }
  if (std::optional<unsigned> index = find(entry, key))
    return *index;
  InFlightDiagnostic diag = entry.emitError();
  diag << option << ": @" << entry.getName() << " has no input '" << key
       << "'; it has ";
  llvm::interleaveComma(llvm::seq(entry.getNumArguments()), diag,
                        [&](unsigned i) {
                          diag << i << " ('" << getInputName(entry, i) << "')";
                        });
  return diag;
}
