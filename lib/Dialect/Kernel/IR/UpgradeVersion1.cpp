//===- UpgradeVersion1.cpp - Bytecode of version 1
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Version 1 had an attribute for each thing that a kernel knows of an argument,
// where version 2 has one with parameters. The upgrades of versions 2 and 3
// follow it.
//
//===----------------------------------------------------------------------===//

#include "FormerNames.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

static constexpr StringLiteral kFormerFed = "kernel.fed",
                               kFormerRange = "kernel.range",
                               kFormerScratch = "kernel.scratch",
                               kFormerWindow = "kernel.window";

/// Takes the attributes of version 1 out of the list of an argument. Leaves one
/// of another kind where it is: the verifier names it.
static DictionaryAttr mergeKeys(DictionaryAttr dictionary) {
  ArgumentParts parts;
  NamedAttrList merged;
  for (NamedAttribute attribute : dictionary) {
    StringRef name = attribute.getName();
    Attribute value = attribute.getValue();
    auto range = dyn_cast<DenseI64ArrayAttr>(value);
    auto window = dyn_cast<RowWindowAttr>(value);
    if (name == kFormerFed && isa<UnitAttr>(value))
      parts.isFed = true;
    else if (name == kFormerScratch && isa<UnitAttr>(value))
      parts.isScratch = true;
    else if (name == kFormerRange && range && range.size() == 2 &&
             range[0] <= range[1])
      parts.range = range;
    else if (name == kFormerWindow && window)
      parts.window = window;
    else
      merged.append(attribute);
  }
  MLIRContext *context = dictionary.getContext();
  if (ArgumentAttr argument = parts.get(context))
    merged.set(kKernelArgumentAttrName, argument);
  return merged.getDictionary(context);
}

/// Writes the current form into the text of a plan, which modules for other
/// tools have. Its inputs may be fed; kernels are not in it.
static StringAttr mergeInText(StringAttr text) {
  StringRef current = "kernel.argument = #kernel.argument<fed = true>";
  std::string merged = text.str();
  if (!text.getValue().starts_with("#tir.plan<"))
    return text;
  for (size_t at = merged.find(kFormerFed); at != std::string::npos;
       at = merged.find(kFormerFed, at + current.size()))
    merged.replace(at, kFormerFed.size(), current.str());
  return StringAttr::get(text.getContext(), merged);
}

LogicalResult tir::kernel::upgradeFromVersion1(Operation *root) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(mergeKeys);
  replacer.addReplacement(mergeInText);
  replacer.recursivelyReplaceElementsIn(root);
  return upgradeFromVersion2(root);
}

/// Version 2 had attributes of their own for rings and turns.
LogicalResult tir::kernel::upgradeFromVersion2(Operation *root) {
  root->walk([](Operation *op) {
    for (StringRef former : {"kernel.ring", "kernel.turns"})
      if (Attribute value = op->removeDiscardableAttr(former))
        op->setDiscardableAttr(kRowsAttrName, value);
  });
  return upgradeFromVersion3(root);
}

/// Version 3 had the number of a group as an attribute of each of its calls,
/// which follow each other.
LogicalResult tir::kernel::upgradeFromVersion3(Operation *root) {
  root->walk([](Block *block) {
    SmallVector<std::pair<Operation *, Operation *>> groups;
    Attribute last;
    for (Operation &op : *block) {
      if (!isa<CallOpInterface>(op) && op.getNumRegions() == 0)
        continue;
      auto number = op.getAttrOfType<IntegerAttr>(kRowsAttrName);
      if (number && number != last)
        groups.push_back({&op, &op});
      if (number) {
        groups.back().second = &op;
        op.removeDiscardableAttr(kRowsAttrName);
      }
      last = number;
    }
    for (auto [first, end] : groups)
      ByRowsOp::wrap(first, end);
  });
  return success();
}
