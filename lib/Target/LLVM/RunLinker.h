//===- RunLinker.h - Runs the linker of LLVM or of this machine
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_RUNLINKER_H
#define TIR_LIB_TARGET_LLVM_RUNLINKER_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tir {

/// Returns the path of the first of `ld.lld-22` and `ld.lld` that is installed,
/// or "".
std::string findLLD();

/// Links `object` by a command without its input and output, which come after
/// its first word, and returns the bytes of the result. `what` is what is made,
/// such as "the shared library".
mlir::FailureOr<std::string>
runLinker(std::vector<std::string> command, llvm::StringRef object,
          llvm::StringRef what,
          llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_RUNLINKER_H
