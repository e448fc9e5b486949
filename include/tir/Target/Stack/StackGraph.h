//===- StackGraph.h - The most stack that compiled code takes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_STACK_STACKGRAPH_H
#define TIR_TARGET_STACK_STACKGRAPH_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// What stands for the callee of a call through a pointer.
inline constexpr llvm::StringLiteral kPointerCallee = "(pointer)";

/// A call of one function by another.
struct StackCall {
  std::string callee;
  /// Whether the caller has given its stack back before the callee begins.
  bool isTail = false;
};

/// A function of compiled code.
struct StackFunction {
  std::string name;
  /// The bytes of stack that it takes itself, with its return address if that
  /// is on the stack.
  std::optional<uint64_t> bytes;
  /// Why `bytes` is not known, as part of a sentence.
  std::string problem;
  /// Whether other code can call it.
  bool isEntry = false;
  std::vector<StackCall> calls;
};

/// The most stack that a function takes, with all functions that it calls.
struct StackBound {
  /// A callee of unknown size, and the most bytes that are taken when it
  /// begins.
  struct Unknown {
    std::string function;
    uint64_t at;
  };

  /// Without what the unknown callees take.
  uint64_t bytes = 0;
  /// The calls that take `bytes`, from the function itself on.
  std::vector<std::string> path;
  /// By name.
  std::vector<Unknown> unknown;
  /// Why there is no bound, in the order of calls; `bytes` says nothing then.
  std::vector<std::string> problems;
};

/// The functions of one unit of compiled code, with the calls between them.
class StackGraph {
public:
  /// Adds a function. Its name must be new.
  void add(StackFunction function);

  llvm::ArrayRef<StackFunction> getFunctions() const { return functions; }

  /// Returns the function with this name, or null.
  const StackFunction *find(llvm::StringRef name) const;

  /// Sets how many bytes below its own each function may use as long as it
  /// calls no other one, as the convention of x86-64 lets it.
  void setRedZone(uint64_t bytes) { redZone = bytes; }
  uint64_t getRedZone() const { return redZone; }

  /// Returns the bound of a function of the graph.
  StackBound computeBound(llvm::StringRef name) const;

private:
  std::vector<StackFunction> functions;
  llvm::StringMap<size_t> indexOf;
  uint64_t redZone = 0;
};

/// Returns the certificate of all entries: what docs/Report.md calls a row of
/// `stack`. `code` names the code: `object` or `c`. A file without a bound for
/// any entry has rows that say why.
llvm::json::Object describeStack(const StackGraph &graph, llvm::StringRef code);

} // namespace tir

#endif // TIR_TARGET_STACK_STACKGRAPH_H
