//===- Names.h - How names become C names
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_ABI_NAMES_H
#define TIR_ABI_NAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tir {

/// The name with each byte that is not an ASCII letter or digit as '_': TVM's
/// rule for fields of the interface structs. The result may still be a C
/// keyword or begin with a digit; see `isCIdentifier`.
std::string sanitizeName(llvm::StringRef name);

/// Keywords of C99, C11 and C++11, and the macros that the headers we include
/// define over them (`bool`, `NULL`): what neither a struct field nor a
/// parameter of the generated C can be called.
bool isCKeyword(llvm::StringRef name);

/// Letters, digits and '_', no leading digit, no keyword.
bool isCIdentifier(llvm::StringRef name);

/// `tvmgen_<model>`, lower-cased: TVM wrote its header in lower case and its
/// source as given, so that only lower-case names ever linked.
std::string mangleModelName(llvm::StringRef model);

/// `tvmgen_<model>_<suffix>`.
std::string mangleSymbol(llvm::StringRef model, llvm::StringRef suffix);

/// What the model's functions are called behind its entry points.
inline constexpr llvm::StringLiteral kMainName = "__tvm_main__";
inline constexpr llvm::StringLiteral kInitName = "__tvm_init__";

/// `tvmgen_<model>` as the stem of the files that are written.
std::string fileStem(llvm::StringRef model);

/// `TVMGEN_<MODEL>_H_`.
std::string headerGuard(llvm::StringRef model);

/// `TVMGEN_<MODEL>_`, which begins each macro of the header.
std::string macroPrefix(llvm::StringRef model);

/// A sanitised, upper-cased name, as it stands within a macro.
std::string macroName(llvm::StringRef name);

/// `TVMDevice<Kind><Hook>`, the C function behind a device's hook: letters
/// only, each '_' begins a new capitalised block, digits are dropped. TVM's
/// rule, by which "u55" and "u65" become one name. Source: TVM v0.14
/// src/relay/backend/name_transforms.cc (ToCamel).
std::string hookName(llvm::StringRef kind, llvm::StringRef hook);

} // namespace tir

#endif // TIR_ABI_NAMES_H
