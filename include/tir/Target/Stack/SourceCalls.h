//===- SourceCalls.h - The calls between the functions of generated C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_STACK_SOURCECALLS_H
#define TIR_TARGET_STACK_SOURCECALLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace tir {

/// A function that a C file defines.
struct SourceFunction {
  std::string name;
  /// The type of each parameter, `p` for all pointers, separated by commas.
  /// Compilers fold two functions into one only if these are the same.
  std::string parameters;
  /// Whether other files can call it.
  bool isEntry = false;
  /// Whether gcc and clang must inline it.
  bool isInlined = false;
  /// All functions that its text calls, in the order of their first call. Those
  /// that the compiler adds, such as a division's, are not in the text.
  std::vector<std::string> calls;
  /// The line of its name; 0 if it is not known. Tables of constants before it
  /// may have more lines in the file.
  unsigned line = 0;
};

/// Reads the C that tirc wrote: definitions and calls are found by their form,
/// and macros count as what their definition calls. Of the branches of an
/// `#if`, all count.
std::vector<SourceFunction> readSourceFunctions(llvm::StringRef text);

/// Converts to and from the rows of `functions` in a report. An error names
/// the row and what was expected.
llvm::json::Array describeFunctions(llvm::ArrayRef<SourceFunction> functions);
llvm::Expected<std::vector<SourceFunction>>
readFunctionRows(const llvm::json::Array &rows);

} // namespace tir

#endif // TIR_TARGET_STACK_SOURCECALLS_H
