//===- ExposeWeights.cpp - Weights that the application passes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelConstants.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace tir {
#define GEN_PASS_DEF_TIREXPOSEWEIGHTSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kOption = "--weights-as-inputs";

/// Collects the names in C that inputs and outputs have by other means.
static void collectPortNames(func::FuncOp entry, llvm::StringSet<> &taken) {
  auto add = [&](StringRef name) { taken.insert(macroName(fieldName(name))); };
  auto addAttributes = [&](DictionaryAttr attributes) {
    if (!attributes)
      return;
    for (NamedAttribute attribute : attributes)
      if (auto name = dyn_cast<StringAttr>(attribute.getValue());
          name && !name.empty())
        add(name);
  };
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    addAttributes(entry.getArgAttrDict(i));
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    addAttributes(entry.getResultAttrDict(i));
  if (auto listed = entry->getAttrOfType<DictionaryAttr>("tf.entry_function"))
    for (NamedAttribute list : listed)
      if (auto names = dyn_cast<StringAttr>(list.getValue()))
        for (StringRef name : llvm::split(names.getValue(), ','))
          if (!name.trim().empty())
            add(name.trim());
  for (StringRef fixed : {"workspace", "state"})
    add(fixed);
}

/// Chooses the name in C of each constant: the model's own, if it can be one
/// and no other tensor has it, or the layer's.
static void chooseNames(func::FuncOp entry,
                        MutableArrayRef<ModelConstant> constants) {
  llvm::StringSet<> taken;
  collectPortNames(entry, taken);
  llvm::StringMap<unsigned> counts;
  for (const ModelConstant &constant : constants)
    ++counts[macroName(fieldName(constant.modelName))];
  for (ModelConstant &constant : constants) {
    StringRef own = constant.modelName;
    std::string field = fieldName(own);
    bool isUsable =
        !own.empty() && !own.contains(';') && !llvm::isDigit(field.front()) &&
        whyReserved(field).empty() && counts[macroName(field)] == 1 &&
        taken.insert(macroName(field)).second;
    if (isUsable) {
      constant.name = own.str();
      continue;
    }
    constant.name = constant.layerName;
    for (unsigned i = 1;
         !taken.insert(macroName(fieldName(constant.name))).second; ++i)
      constant.name = constant.layerName + std::to_string(i);
  }
}

/// Lists the constants whose names are near one that there is not, or all.
static void suggest(InFlightDiagnostic &diag, StringRef name,
                    ArrayRef<ModelConstant> constants) {
  constexpr size_t kMost = 12;
  SmallVector<std::pair<unsigned, StringRef>> known;
  for (const ModelConstant &constant : constants) {
    unsigned distance =
        std::min(name.edit_distance_insensitive(constant.name),
                 name.edit_distance_insensitive(constant.layerName));
    if (StringRef(constant.name).contains_insensitive(name))
      distance = std::min(distance, 1u);
    known.push_back({distance, constant.name});
  }
  llvm::stable_sort(known, llvm::less_first());
  auto near = llvm::filter_to_vector(known, [&](auto entry) {
    return entry.first <= std::max<size_t>(2, name.size() / 3);
  });
  diag << (near.empty() ? "; it has " : "; near it are ");
  if (near.empty())
    near = known;
  bool isShort = near.size() <= kMost;
  near.truncate(std::min(near.size(), kMost));
  llvm::interleaveComma(
      near, diag, [&](auto entry) { diag << "'" << entry.second << "'"; });
  if (!isShort)
    diag << " and others";
}

namespace {
struct ExposeWeightsPass
    : public tir::impl::TIRExposeWeightsPassBase<ExposeWeightsPass> {
  using TIRExposeWeightsPassBase::TIRExposeWeightsPassBase;

  void runOnOperation() override {
    if (weights.empty())
      return;
    auto entries = llvm::filter_to_vector(
        getOperation().getOps<func::FuncOp>(),
        [](func::FuncOp function) { return function.isPublic(); });
    if (entries.size() != 1) {
      getOperation().emitError()
          << kOption << ": the module has " << entries.size()
          << " public functions; expected one, whose inputs the weights "
             "become: choose it by --entry=";
      return signalPassFailure();
    }
    if (failed(expose(entries.front())))
      signalPassFailure();
  }

  LogicalResult expose(func::FuncOp entry) {
    if (entry.isExternal() || !entry.getBody().hasOneBlock())
      return success();
    SmallVector<ModelConstant> constants = findModelConstants(entry);
    chooseNames(entry, constants);
    SmallVector<ModelConstant> chosen;
    if (failed(choose(entry, constants, chosen)))
      return failure();
    for (const ModelConstant &constant : chosen)
      if (failed(makeInput(entry, constant)))
        return failure();
    return success();
  }

  /// Finds the constants that the option names, in the order of the model.
  LogicalResult choose(func::FuncOp entry, ArrayRef<ModelConstant> constants,
                       SmallVectorImpl<ModelConstant> &chosen) {
    auto areWeights = [](const ModelConstant &constant) {
      return constant.isWeight;
    };
    if (constants.empty())
      return entry.emitError()
             << kOption << ": @" << entry.getName()
             << " has no constant tensors; expected a model with weights, or "
                "no such option";
    if (llvm::is_contained(weights, "all")) {
      llvm::copy_if(constants, std::back_inserter(chosen), areWeights);
      if (chosen.empty())
        return entry.emitError()
               << kOption << ": @" << entry.getName()
               << " has no convolution, product of matrices or gather of a "
                  "constant tensor; expected a model with weights, or the "
                  "names of other constants after "
               << kOption << "=";
      return success();
    }
    llvm::SmallPtrSet<Operation *, 8> named;
    for (const std::string &name : weights) {
      const ModelConstant *found = find(name, constants);
      if (!found) {
        InFlightDiagnostic diag = entry.emitError()
                                  << kOption << "=" << name << ": @"
                                  << entry.getName()
                                  << " has no constant tensor of this name";
        suggest(diag, name, constants);
        return diag;
      }
      named.insert(found->op);
    }
    llvm::copy_if(constants, std::back_inserter(chosen),
                  [&](const ModelConstant &constant) {
                    return named.contains(constant.op);
                  });
    return success();
  }

  /// Returns the constant with this name in C or in the model, or null.
  static const ModelConstant *find(StringRef name,
                                   ArrayRef<ModelConstant> constants) {
    for (const ModelConstant &constant : constants)
      if (name == constant.name || name == fieldName(constant.name) ||
          name == constant.layerName)
        return &constant;
    const ModelConstant *found = nullptr;
    for (const ModelConstant &constant : constants)
      if (name == constant.modelName) {
        if (found)
          return nullptr;
        found = &constant;
      }
    return found;
  }

  LogicalResult makeInput(func::FuncOp entry, const ModelConstant &constant) {
    Builder builder(&getContext());
    NamedAttrList attributes;
    attributes.set(kNameAttrName, builder.getStringAttr(constant.name));
    updatePort(attributes, &getContext(),
               [&](PortParts &port) { port.weight = constant.values; });
    unsigned index = entry.getNumArguments();
    if (failed(entry.insertArgument(index, constant.op->getResult(0).getType(),
                                    attributes.getDictionary(&getContext()),
                                    constant.op->getLoc())))
      return failure();
    constant.op->getResult(0).replaceAllUsesWith(entry.getArgument(index));
    constant.op->erase();
    return success();
  }
};
} // namespace
