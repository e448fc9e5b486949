//===- CompilerMacros.h - What the C file needs beyond C99
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_COMPILERMACROS_H
#define TIR_LIB_TARGET_C_COMPILERMACROS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>

namespace tir::c {

/// Prints the macros that depend on the compiler and that `isUsed`, and the
/// types for elements in memory. With `mustAlign`, the file has aligned
/// variables for which `printMemory` does not reserve room.
void printCompilerMacros(llvm::function_ref<bool(llvm::StringRef)> isUsed,
                         bool mustAlign, llvm::raw_ostream &os);

/// An array of bytes for elements of several types.
struct Memory {
  std::string symbol;
  int64_t bytes = 0, alignment = 1;
  /// The number of bytes in C, with padding.
  std::string extent;
  /// The section, as a literal of C, or empty.
  std::string section;
  /// Specifiers before the type, with a space after each.
  std::string specifiers;
  /// Whether the header declares it.
  bool isDeclared = false;
};

/// Prints the declaration of `memory`: as an array of bytes if the compiler has
/// types that may access it, and as a union of arrays otherwise.
/// `printContents` prints the initial value, if there is one.
void printMemory(const Memory &memory, llvm::raw_ostream &os,
                 llvm::function_ref<void()> printContents = nullptr);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_COMPILERMACROS_H
