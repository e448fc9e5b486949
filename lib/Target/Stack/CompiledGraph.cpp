//===- CompiledGraph.cpp - The stack of C that another compiler compiled
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Stack/StackUsage.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace tir;

static constexpr StringLiteral kNoLimit =
    "takes an amount of stack that depends on its arguments ('dynamic')";

/// Returns the name in the C of a function that the compiler may have copied or
/// split: `f` of `f.constprop.0`.
static StringRef withoutSuffix(StringRef name) { return name.split('.').first; }

namespace {
class GraphMaker {
public:
  explicit GraphMaker(ArrayRef<SourceFunction> functions) {
    for (const SourceFunction &function : functions)
      sources.insert({function.name, &function});
  }

  Error addSizes(ArrayRef<StackUsage> rows, uint64_t returnAddress);
  /// Adds each function of the text, with the calls of the text.
  void addSourceFunctions();
  /// Adds the calls of `compiled`, whose functions `addSizes` has added.
  void addCompiledCalls(const CallGraphFile &compiled);
  Expected<StackGraph> finish();

private:
  struct Node {
    std::optional<uint64_t> bytes;
    std::string problem;
    SetVector<StringRef> calls;
  };

  bool isEntry(StringRef name) const {
    auto found = sources.find(name);
    return found != sources.end() && found->second->isEntry;
  }
  Error checkLine(const StackUsage &row);
  bool reaches(StringRef from, StringRef to);
  void addTwins(StringRef missing);

  MapVector<StringRef, const SourceFunction *> sources;
  /// How many lines more than in the report a function is at.
  std::optional<int64_t> tableLines;
  /// The functions that were compiled, and those that must be assumed.
  MapVector<StringRef, Node> nodes;
  /// The names in the C of those that were compiled.
  StringSet<> compiledNames;
};
} // namespace

Error GraphMaker::addSizes(ArrayRef<StackUsage> rows, uint64_t returnAddress) {
  for (const StackUsage &row : rows) {
    Node &node = nodes[row.function];
    compiledNames.insert(withoutSuffix(row.function));
    if (Error error = checkLine(row))
      return error;
    if (!row.bytes) {
      node.problem = kNoLimit;
      continue;
    }
    // Two parts of one function can have the same name in a file, and one of
    // them may call the other.
    node.bytes = node.bytes.value_or(0) + *row.bytes + returnAddress;
  }
  for (auto &[name, node] : nodes)
    if (!node.problem.empty())
      node.bytes.reset();
  for (const auto &[name, function] : sources)
    if (function->isEntry && !compiledNames.contains(name))
      return createStringError(
          "has no figure for '" + name +
          "'; expected one for each function that other files can call: "
          "compile the C that tirc wrote last");
  return Error::success();
}

/// Checks that the function is where it is in the C that tirc wrote last.
/// Tables of constants, whose lines tirc does not count, are before all
/// functions of the model.
Error GraphMaker::checkLine(const StackUsage &row) {
  const SourceFunction *source = sources.lookup(withoutSuffix(row.function));
  if (!source || source->line == 0 || row.line == 0 ||
      !StringRef(source->name).starts_with("tvmgen_"))
    return Error::success();
  int64_t distance = int64_t(row.line) - source->line;
  if (distance >= 0 && tableLines.value_or(distance) == distance) {
    tableLines = distance;
    return Error::success();
  }
  return createStringError("has '" + source->name + "' in line " +
                           Twine(row.line) +
                           ", where the C that tirc wrote last does not have "
                           "it; compile that");
}

/// Returns whether calls lead from one function to the other.
bool GraphMaker::reaches(StringRef from, StringRef to) {
  SetVector<StringRef> reached;
  reached.insert(from);
  for (size_t i = 0; i < reached.size(); ++i) {
    if (reached[i] == to)
      return true;
    if (auto found = nodes.find(reached[i]); found != nodes.end())
      reached.insert_range(found->second.calls);
  }
  return false;
}

/// Lets a function that was not compiled be one of those with the same
/// parameters, as if it called each of them.
void GraphMaker::addTwins(StringRef missing) {
  const SourceFunction *source = sources.lookup(missing);
  if (source->isInlined)
    return;
  SmallVector<StringRef> twins;
  for (auto &[name, node] : nodes) {
    const SourceFunction *other = sources.lookup(withoutSuffix(name));
    if (compiledNames.contains(withoutSuffix(name)) && other &&
        other->parameters == source->parameters && !reaches(name, missing))
      twins.push_back(name);
  }
  nodes[missing].calls.insert_range(twins);
}

void GraphMaker::addSourceFunctions() {
  // The compiler's parts of a function take stack where the function does.
  MapVector<StringRef, SmallVector<StringRef>> parts;
  for (auto &[name, node] : nodes)
    if (StringRef own = withoutSuffix(name); own != name)
      parts[own].push_back(name);
  for (const auto &[name, source] : sources) {
    nodes.try_emplace(name).first->second.calls.insert_range(
        ArrayRef(source->calls));
    SmallVector<StringRef> names = {name};
    append_range(names, parts.lookup(name));
    // Each part may call the next one and all that the function calls.
    for (auto [part, next] : zip(names, drop_begin(names)))
      nodes[part].calls.insert(next);
    for (StringRef part : drop_begin(names))
      nodes[part].calls.insert_range(ArrayRef(source->calls));
  }
  for (const auto &[name, source] : sources)
    if (!compiledNames.contains(name)) {
      nodes[name].bytes = 0;
      addTwins(name);
    } else if (!nodes[name].bytes && nodes[name].problem.empty()) {
      // Only parts and copies of it are left.
      nodes[name].bytes = 0;
    }
}

void GraphMaker::addCompiledCalls(const CallGraphFile &compiled) {
  SmallVector<StringRef> missing;
  for (const auto &[caller, callee] : compiled.calls) {
    nodes[caller].calls.insert(callee);
    if (sources.contains(callee) && !nodes.contains(callee))
      missing.push_back(callee);
  }
  // It is called but was not compiled, so that it was folded into another one.
  for (StringRef name : missing)
    if (nodes.try_emplace(name).second) {
      nodes[name].bytes = 0;
      addTwins(name);
    }
}

Expected<StackGraph> GraphMaker::finish() {
  StackGraph graph;
  for (auto &[name, node] : nodes) {
    StackFunction function;
    function.name = name.str();
    function.bytes = node.bytes;
    function.problem = node.problem.empty() ? "has no figure" : node.problem;
    function.isEntry = isEntry(name);
    for (StringRef callee : node.calls)
      function.calls.push_back({callee.str()});
    graph.add(std::move(function));
  }
  return graph;
}

/// Checks that functions which only this file can have are in the C.
static Error checkSameFile(ArrayRef<SourceFunction> functions,
                           ArrayRef<StackUsage> rows, StringRef source) {
  StringSet<> known;
  for (const SourceFunction &function : functions)
    known.insert(function.name);
  for (const StackUsage &row : rows)
    if (row.source == source && !known.contains(withoutSuffix(row.function)))
      return createStringError(
          "has the function '" + row.function +
          "', which the C that tirc wrote last does not have; compile that "
          "(without outlining of common code)");
  return Error::success();
}

Expected<StackGraph> tir::makeStackGraph(ArrayRef<SourceFunction> functions,
                                         const StackUsageFile &usage,
                                         StringRef source,
                                         uint64_t returnAddress) {
  GraphMaker maker(functions);
  if (Error error = checkSameFile(functions, usage.rows, source))
    return std::move(error);
  if (Error error = maker.addSizes(usage.rows, returnAddress))
    return std::move(error);
  maker.addSourceFunctions();
  return maker.finish();
}

Expected<StackGraph> tir::makeStackGraph(ArrayRef<SourceFunction> functions,
                                         const CallGraphFile &compiled) {
  GraphMaker maker(functions);
  if (Error error = checkSameFile(functions, compiled.rows, compiled.source))
    return std::move(error);
  if (Error error = maker.addSizes(compiled.rows, /*returnAddress=*/0))
    return std::move(error);
  maker.addCompiledCalls(compiled);
  return maker.finish();
}
