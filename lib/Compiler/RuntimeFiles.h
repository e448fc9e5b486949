//===- RuntimeFiles.h - The C runtime as files
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_RUNTIMEFILES_H
#define TIR_LIB_COMPILER_RUNTIMEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tir {

struct RuntimeFile {
  /// The path within `runtime/crt`, such as `include/dlpack/dlpack.h`.
  llvm::StringRef name;
  llvm::StringRef text;
};

/// Returns all files of `runtime/crt` except its tests, as they were when tirc
/// was built.
llvm::ArrayRef<RuntimeFile> getRuntimeFiles();

} // namespace tir

#endif // TIR_LIB_COMPILER_RUNTIMEFILES_H
