//===- Object.h - Native code from the LLVM dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_LLVM_OBJECT_H
#define TIR_TARGET_LLVM_OBJECT_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/TargetInfo/TargetOptions.h"

namespace tir {

struct ObjectOptions {
  /// An empty triple is the one that the phase `llvm` noted on the module, else
  /// this machine's.
  TargetOptions target;
  /// Instrument every function for AddressSanitizer, for tests on this machine;
  /// link with `clang -fsanitize=address`.
  bool sanitizeAddress = false;
};

/// All of these take a module after the phase `llvm` and leave it as it is. The
/// same module and options give the same bytes, wherever and whenever.

/// Writes a relocatable object file. Code for a hosted system is
/// position-independent, code for bare metal static; each function and each
/// object has a section of its own.
mlir::LogicalResult emitObject(mlir::ModuleOp module,
                               const ObjectOptions &options,
                               llvm::raw_ostream &os);

/// Writes LLVM IR as text, optimised as for an object: what the code generator
/// would get (with `optLevel` 0: unoptimised).
mlir::LogicalResult emitLLVMIR(mlir::ModuleOp module,
                               const ObjectOptions &options,
                               llvm::raw_ostream &os);

/// Writes a shared library, linked by `ld.lld-22`, else `ld.lld`, else `cc`.
mlir::LogicalResult emitSharedLibrary(mlir::ModuleOp module,
                                      const ObjectOptions &options,
                                      llvm::raw_ostream &os);

} // namespace tir

#endif // TIR_TARGET_LLVM_OBJECT_H
