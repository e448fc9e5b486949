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
/// rule for fields of the interface structs. The result may still be reserved
/// or begin with a digit; see `isCIdentifier`.
std::string sanitizeName(llvm::StringRef name);

/// The same as the name of a struct's field. Where punctuation in front would
/// make a name that C reserves (`__x`, `_X`), as much of it is dropped as is
/// needed: `/Relu:0` becomes `Relu_0`.
std::string fieldName(llvm::StringRef name);

/// Letters, digits and '_', no leading digit, and not reserved (see
/// ReservedNames.h): what a struct field, a parameter or a variable of the
/// generated C can be called.
bool isCIdentifier(llvm::StringRef name);

/// The same for a function with external linkage.
bool isCFunctionName(llvm::StringRef name);

/// Letters, digits and '_', at least one.
bool isPartOfCName(llvm::StringRef name);

/// TVM's name for a model that has none.
inline constexpr llvm::StringLiteral kDefaultModelName = "default";

/// The name that stands for a model in the functions of a registry over
/// several.
inline constexpr llvm::StringLiteral kRegistryModelName = "registry";

/// The model's name where none is given: the file's, without its folder and its
/// ending, as a part of C names. That of `-`, and of a name without letters and
/// digits, is `kDefaultModelName`.
std::string modelNameOfFile(llvm::StringRef path);

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
