//===- MemoryPeak.h - The step at which most bytes are live
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_MEMORYPEAK_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_MEMORYPEAK_H

#include "mlir/IR/Diagnostics.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// A buffer in a plan, for people.
struct NamedBuffer {
  llvm::StringRef name;
  uint64_t bytes;
  /// The first and the last step that uses it.
  uint64_t first, last;
};

/// Adds a note to an error about a plan that is too large: the first step at
/// which most bytes are live, at its place in the model, and the buffers that
/// are live there, the largest first.
void notePeak(mlir::InFlightDiagnostic &diagnostic,
              llvm::ArrayRef<NamedBuffer> buffers,
              llvm::ArrayRef<mlir::Operation *> steps);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_MEMORYPEAK_H
