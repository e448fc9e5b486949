//===- FFIRuntimeTexts.h - C that calls tvm-ffi, as text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOEMITC_FFIRUNTIMETEXTS_H
#define TIR_LIB_CONVERSION_TIRTOEMITC_FFIRUNTIMETEXTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tir {

/// Macros of functions that a loader finds by their names.
extern const llvm::StringLiteral kFFIExports;
/// The part of tvm-ffi's C interface that the other texts call.
extern const llvm::StringLiteral kFFIDeclarations;
/// The beginning of the function that finds a model's own functions.
extern const llvm::StringLiteral kFFIFindOwnHead;
/// The beginning of the function that registers a model's functions.
extern const llvm::StringLiteral kFFIRegisterHead;

/// Definitions that belong into a file that calls one of `functions`.
struct FFIText {
  llvm::ArrayRef<llvm::StringRef> functions;
  llvm::StringRef text;
  /// Whether the text uses TIR_FFI_ROOM, the most arguments of a call.
  bool needsRoom = false;
};
/// In the order in which C needs them.
extern const llvm::ArrayRef<FFIText> kFFITexts;

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOEMITC_FFIRUNTIMETEXTS_H
