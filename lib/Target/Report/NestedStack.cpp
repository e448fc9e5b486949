//===- NestedStack.cpp - The stack of models that interrupt each other
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Report/NestedStack.h"

#include "tir/ABI/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace tir;

namespace {
class StackNester {
public:
  StackNester(const json::Object &stack, const json::Array &interrupts);

  json::Object nest();

private:
  /// Runs on top of each other, from the lowest one.
  struct Chain {
    int64_t bytes = 0;
    std::vector<std::string> models;
  };

  void readEntry(const json::Object &entry);
  Chain findDeepest(const std::string &model) const;

  /// The models that may interrupt each one.
  StringMap<std::vector<std::string>> interrupters;
  /// The most stack of a function of each model.
  StringMap<int64_t> bytes;
  json::Array problems;
};
} // namespace

StackNester::StackNester(const json::Object &stack,
                         const json::Array &interrupts) {
  for (const json::Value &value : interrupts) {
    const json::Object *row = value.getAsObject();
    if (!row)
      continue;
    std::string by = row->getString("by").value_or("").str();
    std::string of = row->getString("of").value_or("").str();
    interrupters[of].push_back(by);
    interrupters.try_emplace(by);
  }
  for (StringRef model : interrupters.keys())
    bytes[model] = 0;
  if (const json::Array *entries = stack.getArray("entries"))
    for (const json::Value &value : *entries)
      if (const json::Object *entry = value.getAsObject())
        readEntry(*entry);
}

/// Counts a function for the model whose name it has. Of two that match, that
/// is the longer one.
void StackNester::readEntry(const json::Object &entry) {
  StringRef function = entry.getString("function").value_or(""), owner;
  for (StringRef model : interrupters.keys())
    if (function.starts_with(mangleSymbol(model, "")) &&
        model.size() > owner.size())
      owner = model;
  if (owner.empty())
    return;
  if (std::optional<int64_t> known = entry.getInteger("bytes"))
    bytes[owner] = std::max(bytes[owner], *known);
  else
    problems.push_back(("the stack of " + function + " is not known").str());
}

StackNester::Chain StackNester::findDeepest(const std::string &model) const {
  Chain deepest;
  for (const std::string &by : interrupters.lookup(model))
    if (Chain chain = findDeepest(by); chain.bytes >= deepest.bytes)
      deepest = std::move(chain);
  deepest.bytes += bytes.lookup(model);
  deepest.models.insert(deepest.models.begin(), model);
  return deepest;
}

json::Object StackNester::nest() {
  if (!problems.empty())
    return json::Object{{"problems", std::move(problems)}};
  // The order does not depend on hashes.
  std::vector<std::string> models;
  for (StringRef model : interrupters.keys())
    models.push_back(model.str());
  llvm::sort(models);
  Chain deepest;
  for (const std::string &model : models)
    if (Chain chain = findDeepest(model); chain.bytes > deepest.bytes)
      deepest = std::move(chain);
  return json::Object{{"bytes", deepest.bytes},
                      {"models", json::Array(deepest.models)}};
}

json::Object tir::nestStack(const json::Object &stack,
                            const json::Array &interrupts) {
  return StackNester(stack, interrupts).nest();
}
