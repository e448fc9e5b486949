//===- SharedLibrary.h - Links an object to a shared library
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_SHAREDLIBRARY_H
#define TIR_LIB_TARGET_LLVM_SHAREDLIBRARY_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/TargetParser/Triple.h"

namespace tir {

/// Links `object` with the first of `ld.lld-22`, `ld.lld` and (for this
/// machine's architecture) `cc` that is installed, and writes the bytes of the
/// library to `os`.
mlir::LogicalResult
linkSharedLibrary(llvm::StringRef object, const llvm::Triple &triple,
                  llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                  llvm::raw_ostream &os);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_SHAREDLIBRARY_H
