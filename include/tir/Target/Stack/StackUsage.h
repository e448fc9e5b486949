//===- StackUsage.h - What a C compiler says of the stack
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_STACK_STACKUSAGE_H
#define TIR_TARGET_STACK_STACKUSAGE_H

#include "tir/Target/Stack/SourceCalls.h"
#include "tir/Target/Stack/StackGraph.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace tir {

/// What a compiler says of one function.
struct StackUsage {
  /// The C file, without its folder, and the function in it. A copy that the
  /// compiler made for some callers, or split off, has a suffix after a dot.
  std::string source, function;
  /// Unset if the compiler knows no limit.
  std::optional<uint64_t> bytes;
  /// The line in the C file where the function is defined; 0 if it is not
  /// known.
  unsigned line = 0;
};

/// A file of gcc's or clang's -fstack-usage (`.su`).
struct StackUsageFile {
  std::vector<StackUsage> rows;
  /// Whether clang wrote it, whose figures are without the return address.
  bool isFromClang = false;
};

/// A file of gcc's -fcallgraph-info=su (`.ci`).
struct CallGraphFile {
  /// The C file, without its folder.
  std::string source;
  /// The functions that were compiled.
  std::vector<StackUsage> rows;
  /// Caller and callee, in the order of the file.
  std::vector<std::pair<std::string, std::string>> calls;
};

/// Read such files. An error names the line and what was expected.
llvm::Expected<StackUsageFile> readStackUsage(llvm::StringRef text);
llvm::Expected<CallGraphFile> readCallGraph(llvm::StringRef text);

/// Makes the graph of the C file `source` of tirc with these functions. With
/// `usage`, the calls come from the text. A function that the compiler did not
/// mention was inlined, so that its stack is its caller's, or it was folded
/// into another one with the same parameters: the graph allows for both.
/// `returnAddress` bytes are added to each function. Fails if the compiler
/// mentions other functions: then it compiled another file.
llvm::Expected<StackGraph>
makeStackGraph(llvm::ArrayRef<SourceFunction> functions,
               const StackUsageFile &usage, llvm::StringRef source,
               uint64_t returnAddress);
llvm::Expected<StackGraph>
makeStackGraph(llvm::ArrayRef<SourceFunction> functions,
               const CallGraphFile &compiled);

} // namespace tir

#endif // TIR_TARGET_STACK_STACKUSAGE_H
