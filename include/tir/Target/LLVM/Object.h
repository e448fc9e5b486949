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
#include "tir/Target/LLVM/AccessHooks.h"
#include "tir/Target/Stack/StackGraph.h"
#include "tir/TargetInfo/TargetOptions.h"

namespace tir {

struct ObjectOptions {
  /// If the triple is empty, the one that the phase `llvm` set on the module is
  /// used, and otherwise this machine's.
  TargetOptions target;
  /// Whether to instrument every function for AddressSanitizer, for tests on
  /// this machine. Link with `clang -fsanitize=address`.
  bool sanitizeAddress = false;
  /// Whether to add line tables, which say the layer of each kernel's code.
  bool lineTables = false;
  /// Whether variables become registers also without optimisation, which takes
  /// little time and makes the code of inner steps that are C several times
  /// faster.
  bool promotesVariables = false;
  /// If it is not null, these functions can call hooks before each access of
  /// memory, and what their addresses depend on is added here.
  WatchedFunctions *watched = nullptr;
  /// Whether code for bare metal runs at any address: it then has no addresses
  /// of functions and constants.
  bool isPositionIndependent = false;
  /// Whether a register of such code has the address of a table of functions
  /// (`linkFlatImage`).
  bool hasFunctionTable = false;
  /// The names of models, and the bytes of their `Identity`.
  std::vector<std::pair<std::string, std::string>> identities;
};

/// All of these take a module after the phase `llvm` and do not change it. The
/// same module and options always give the same bytes.

/// Writes a relocatable object file. Code for a hosted system is
/// position-independent, and code for bare metal is static. Each function and
/// each global has its own section. Adds its functions to `stack`, if that is
/// not null.
mlir::LogicalResult emitObject(mlir::ModuleOp module,
                               const ObjectOptions &options,
                               llvm::raw_ostream &os,
                               StackGraph *stack = nullptr);

/// As above, without a copy: an object is as large as its constants.
mlir::LogicalResult emitObject(mlir::ModuleOp module,
                               const ObjectOptions &options, std::string &bytes,
                               StackGraph *stack = nullptr);

/// Writes LLVM IR as text, optimised as for an object. This is the input of the
/// code generator (unoptimised if `optLevel` is 0).
mlir::LogicalResult emitLLVMIR(mlir::ModuleOp module,
                               const ObjectOptions &options,
                               llvm::raw_ostream &os);

/// Writes a shared library. Links with `ld.lld-22`, `ld.lld` or `cc`, whichever
/// is found first. Adds its functions to `stack`, if that is not null.
mlir::LogicalResult emitSharedLibrary(mlir::ModuleOp module,
                                      const ObjectOptions &options,
                                      llvm::raw_ostream &os,
                                      StackGraph *stack = nullptr);

} // namespace tir

#endif // TIR_TARGET_LLVM_OBJECT_H
