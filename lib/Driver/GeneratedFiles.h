//===- GeneratedFiles.h - Which files tirc may replace
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_GENERATEDFILES_H
#define TIR_LIB_DRIVER_GENERATEDFILES_H

#include "llvm/ADT/StringRef.h"

namespace tir {

/// Returns whether tirc wrote this file, for any model, so that nobody's work
/// is lost if it is replaced. An example that was changed since is somebody's
/// work. `name` only determines the kind of file.
bool isGeneratedFile(llvm::StringRef name, llvm::StringRef contents);

} // namespace tir

#endif // TIR_LIB_DRIVER_GENERATEDFILES_H
