//===- FlatImage.h - Code and constants that run at any address
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_LLVM_FLATIMAGE_H
#define TIR_TARGET_LLVM_FLATIMAGE_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tir {

/// Code and constants without a single address, for any place in memory.
struct FlatImage {
  std::string bytes;
  uint64_t alignment = 1;
  /// Where the function is that `linkFlatImage` was asked for.
  uint64_t entry = 0;
};

/// Links an object for a 32-bit Arm that was made with
/// `ObjectOptions::isPositionIndependent`. Reports an error if it calls
/// functions that it does not have, has variables, or has an address in it: it
/// is linked for two places, and the bytes must be the same.
mlir::FailureOr<FlatImage>
linkFlatImage(llvm::StringRef object, llvm::StringRef entry,
              llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace tir

#endif // TIR_TARGET_LLVM_FLATIMAGE_H
