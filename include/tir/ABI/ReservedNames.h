//===- ReservedNames.h - Names that C and C++ keep for themselves
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_ABI_RESERVEDNAMES_H
#define TIR_ABI_RESERVEDNAMES_H

#include "llvm/ADT/StringRef.h"

namespace tir {

/// Why the generated code cannot call a struct field, a parameter or a variable
/// by this name, as the end of a sentence: "which is ...". Empty where it can.
///
/// Generated headers are read as C99 and later and as C++11 and later, with and
/// without GNU's extensions, so this knows the keywords of all of them; the
/// names that C reserves in every scope, which begin with `__` or with `_` and
/// a capital; the macros and types of the headers that generated code includes,
/// and the macros of the generated code itself.
llvm::StringRef whyReserved(llvm::StringRef name);

/// The same for a function with external linkage. In addition these are not
/// called what a function of the C library is called: compilers know the types
/// of those.
llvm::StringRef whyReservedFunction(llvm::StringRef name);

/// Whether a function of the C library has that name.
bool isLibraryFunction(llvm::StringRef name);

} // namespace tir

#endif // TIR_ABI_RESERVEDNAMES_H
