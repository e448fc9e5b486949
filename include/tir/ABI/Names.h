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

/// Replaces each byte that is not an ASCII letter or digit by '_'. This is
/// TVM's rule for fields of the interface structs. The result may still be
/// reserved or begin with a digit; see `isCIdentifier`.
std::string sanitizeName(llvm::StringRef name);

/// Like `sanitizeName`, for the name of a struct's field. If leading
/// punctuation would make the name one that C reserves (`__x`, `_X`), drops as
/// much of it as necessary: `/Relu:0` becomes `Relu_0`.
std::string fieldName(llvm::StringRef name);

/// Returns whether the generated C can use the name for a struct field, a
/// parameter or a variable: it consists of letters, digits and '_', does not
/// begin with a digit, and is not reserved (see ReservedNames.h).
bool isCIdentifier(llvm::StringRef name);

/// Like `isCIdentifier`, for a function with external linkage.
bool isCFunctionName(llvm::StringRef name);

/// Returns whether the name consists of letters, digits and '_', and is not
/// empty.
bool isPartOfCName(llvm::StringRef name);

/// The name that TVM gives to a model without a name.
inline constexpr llvm::StringLiteral kDefaultModelName = "default";

/// The name that stands for a model in the functions of a registry of several
/// models.
inline constexpr llvm::StringLiteral kRegistryModelName = "registry";

/// Returns the default name of a model that is read from `path`: the name of
/// the file without its folder and its extension, as a part of C names. Returns
/// `kDefaultModelName` for `-`, and for a name without letters and digits.
std::string modelNameOfFile(llvm::StringRef path);

/// Returns `tvmgen_<model>` in lower case. TVM wrote its header in lower case
/// and its source as given, so that only lower-case names ever linked.
std::string mangleModelName(llvm::StringRef model);

/// Returns `tvmgen_<model>_<suffix>`.
std::string mangleSymbol(llvm::StringRef model, llvm::StringRef suffix);

/// The function that enters a model into tvm-ffi's system library.
inline constexpr llvm::StringLiteral kFFIRegister = "tir_ffi_register";

/// Returns whether tvm-ffi looks up the function under that name in each model,
/// such as `__tvm_ffi_run`, so that two models in one library would both have
/// it.
bool isCommonLoaderEntry(llvm::StringRef name);

/// Returns the name under which a model finds its own function
/// `__tvm_ffi_<name>`; empty for other functions of loaders.
llvm::StringRef getOwnFFIName(llvm::StringRef function);

/// Returns the names under which tvm-ffi's system library looks for a function
/// `__tvm_ffi_tvmgen_<model>_<name>`, or for the metadata of one.
std::vector<std::string> getSystemLibraryNames(llvm::StringRef function);

/// Suffixes of the functions that a model's entry points call.
inline constexpr llvm::StringLiteral kMainName = "__tvm_main__";
inline constexpr llvm::StringLiteral kInitName = "__tvm_init__";

/// Returns `tvmgen_<model>`, the stem of the names of the files that are
/// written.
std::string fileStem(llvm::StringRef model);

/// Returns `TVMGEN_<MODEL>_H_`.
std::string headerGuard(llvm::StringRef model);

/// Returns `TVMGEN_<MODEL>_`, the prefix of each macro in the header.
std::string macroPrefix(llvm::StringRef model);

/// Returns the name as a part of a macro's name: sanitised and in upper case.
std::string macroName(llvm::StringRef name);

/// Returns `TVMDevice<Kind><Hook>`, the name of the C function that implements
/// a hook of a device. It contains only letters: each '_' begins a new
/// capitalised block, and digits are dropped. This is TVM's rule, under which
/// "u55" and "u65" become one name. Source: TVM v0.14
/// src/relay/backend/name_transforms.cc (ToCamel).
std::string hookName(llvm::StringRef kind, llvm::StringRef hook);

} // namespace tir

#endif // TIR_ABI_NAMES_H
