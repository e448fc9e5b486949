//===- ReservedNames.h - Names that C and C++ reserve
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

/// Returns why the generated code cannot use the name for a struct field, a
/// parameter or a variable, as the end of a sentence: "which is ...". Returns
/// an empty string if it can.
///
/// Generated headers are compiled as C99 and later and as C++11 and later, with
/// and without GNU's extensions. So this covers the keywords of all of these;
/// the names that C reserves in every scope, which begin with `__` or with `_`
/// and a capital; the macros and types of the headers that generated code
/// includes; and the macros of the generated code itself.
llvm::StringRef whyReserved(llvm::StringRef name);

/// Like `whyReserved`, for a function with external linkage. Such a function
/// also must not have the name of a function of the C library, since compilers
/// know the types of those.
llvm::StringRef whyReservedFunction(llvm::StringRef name);

/// Returns whether a function of the C library has this name.
bool isLibraryFunction(llvm::StringRef name);

} // namespace tir

#endif // TIR_ABI_RESERVEDNAMES_H
