//===- StackGraph.cpp - The most stack that compiled code takes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Stack/StackGraph.h"

#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace tir;

void StackGraph::add(StackFunction function) {
  bool isNew = indexOf.try_emplace(function.name, functions.size()).second;
  assert(isNew && "a function of each name");
  (void)isNew;
  functions.push_back(std::move(function));
}

const StackFunction *StackGraph::find(StringRef name) const {
  auto found = indexOf.find(name);
  return found == indexOf.end() ? nullptr : &functions[found->second];
}

/// Files of others may say anything; the search goes this deep itself.
static constexpr size_t kMostNested = 1000;

namespace {
/// Computes the bounds of a function and of all that it calls, each once.
class BoundSearch {
public:
  explicit BoundSearch(const StackGraph &graph) : graph(graph) {}

  struct Result {
    uint64_t bytes = 0;
    /// The callee on the deepest path; null for none.
    const StackFunction *next = nullptr;
    std::map<std::string, uint64_t> unknown;
    std::vector<std::string> problems;
  };

  const Result &compute(const StackFunction &function);

private:
  void addCall(const StackFunction &function, const StackCall &call,
               Result &result);

  const StackGraph &graph;
  std::map<const StackFunction *, Result> results;
  SmallVector<const StackFunction *> open;
};
} // namespace

void BoundSearch::addCall(const StackFunction &function, const StackCall &call,
                          Result &result) {
  uint64_t taken = call.isTail ? 0 : function.bytes.value_or(0);
  auto addUnknown = [&](const std::string &name, uint64_t at) {
    uint64_t &most = result.unknown.try_emplace(name, at).first->second;
    most = std::max(most, at);
  };
  const StackFunction *callee = graph.find(call.callee);
  if (!callee)
    return addUnknown(call.callee, taken);
  if (open.size() > kMostNested) {
    result.problems.push_back("'" + callee->name +
                              "' is called through more "
                              "than " +
                              std::to_string(kMostNested) + " other functions");
    return;
  }
  if (is_contained(open, callee)) {
    result.problems.push_back(
        "'" + callee->name + "' calls itself" +
        (callee == &function ? "" : ", through '" + function.name + "'"));
    return;
  }
  const Result &below = compute(*callee);
  if (taken + below.bytes > result.bytes) {
    result.bytes = taken + below.bytes;
    result.next = callee;
  }
  for (const auto &[name, at] : below.unknown)
    addUnknown(name, taken + at);
  for (const std::string &problem : below.problems)
    if (!is_contained(result.problems, problem))
      result.problems.push_back(problem);
}

const BoundSearch::Result &BoundSearch::compute(const StackFunction &function) {
  auto found = results.find(&function);
  if (found != results.end())
    return found->second;
  open.push_back(&function);
  Result result;
  result.bytes = function.bytes.value_or(0) + graph.getRedZone();
  if (!function.bytes)
    result.problems.push_back("'" + function.name + "' " + function.problem);
  for (const StackCall &call : function.calls)
    addCall(function, call, result);
  open.pop_back();
  return results.emplace(&function, std::move(result)).first->second;
}

StackBound StackGraph::computeBound(StringRef name) const {
  const StackFunction *function = find(name);
  assert(function && "expected a function of the graph");
  BoundSearch search(*this);
  const BoundSearch::Result &result = search.compute(*function);
  StackBound bound;
  bound.bytes = result.bytes;
  bound.problems = result.problems;
  for (const auto &[callee, at] : result.unknown)
    bound.unknown.push_back({callee, at});
  for (; function; function = search.compute(*function).next)
    bound.path.push_back(function->name);
  return bound;
}

json::Object tir::describeStack(const StackGraph &graph, StringRef code) {
  auto makeTexts = [](ArrayRef<std::string> texts) {
    json::Array array;
    for (const std::string &text : texts)
      array.push_back(json::fixUTF8(text));
    return array;
  };
  json::Array entries, frames;
  for (const StackFunction &function : graph.getFunctions()) {
    if (function.bytes)
      frames.push_back(json::Object{{"function", json::fixUTF8(function.name)},
                                    {"bytes", *function.bytes}});
    if (!function.isEntry)
      continue;
    StackBound bound = graph.computeBound(function.name);
    json::Object row{{"function", json::fixUTF8(function.name)}};
    if (bound.problems.empty()) {
      row["bytes"] = bound.bytes;
      row["path"] = makeTexts(bound.path);
    } else {
      row["problems"] = makeTexts(bound.problems);
    }
    json::Array unknown;
    for (const StackBound::Unknown &callee : bound.unknown)
      unknown.push_back(json::Object{
          {"function", json::fixUTF8(callee.function)}, {"at", callee.at}});
    if (!unknown.empty())
      row["unknown"] = std::move(unknown);
    entries.push_back(std::move(row));
  }
  return json::Object{{"code", code},
                      {"entries", std::move(entries)},
                      {"functions", std::move(frames)}};
}
