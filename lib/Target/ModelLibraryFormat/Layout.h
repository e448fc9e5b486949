//===- Layout.h - The layout of a Model Library Format archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_MODELLIBRARYFORMAT_LAYOUT_H
#define TIR_LIB_TARGET_MODELLIBRARYFORMAT_LAYOUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace tir::mlf {

// These names do not include the "./" at the beginning of each member's name.
inline constexpr llvm::StringLiteral kMetadata = "metadata.json";
inline constexpr llvm::StringLiteral kSourceFolder = "codegen/host/src/";
inline constexpr llvm::StringLiteral kObjectFolder = "codegen/host/lib/";
inline constexpr llvm::StringLiteral kHeaderFolder = "codegen/host/include/";
inline constexpr llvm::StringLiteral kRuntimeFolder = "runtime/";

inline std::string codeName(llvm::StringRef model, bool isObject) {
  return ((isObject ? kObjectFolder : kSourceFolder) + model + "_lib0." +
          (isObject ? "o" : "c"))
      .str();
}
inline std::string parametersName(llvm::StringRef model) {
  return ("parameters/" + model + ".params").str();
}
inline std::string modelName(llvm::StringRef model) {
  return ("src/" + model + ".mlir").str();
}
/// Only tirc writes this file. TVM's readers open files by name, so that an
/// additional one does no harm.
inline std::string reportName(llvm::StringRef model) {
  return ("src/" + model + ".report.json").str();
}

/// The first eight bytes of a parameter dictionary, least significant first.
/// Source: TVM v0.14 src/runtime/file_utils.h (kTVMNDArrayListMagic).
inline constexpr uint64_t kParametersMagic = 0xF7E58D4F05049CB7;

} // namespace tir::mlf

#endif // TIR_LIB_TARGET_MODELLIBRARYFORMAT_LAYOUT_H
