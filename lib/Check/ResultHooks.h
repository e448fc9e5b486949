//===- ResultHooks.h - Calls that show the results of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_RESULTHOOKS_H
#define TIR_LIB_CHECK_RESULTHOOKS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// What to do about a wrong kernel.
inline constexpr llvm::StringLiteral kCheckRemedy =
    "; this is a fault of tirc or of a plugin, and nothing is written: please "
    "report it with the model, and compile with --schedule=elementwise "
    "--rows=off until it is mended";

/// The same on an emulated machine.
inline constexpr llvm::StringLiteral kEmulatorRemedy =
    "; this is a fault of tirc, of a plugin or of the compiler, and nothing is "
    "written: please report it with the model, or try another compiler with "
    "--check-compiler";

/// Calls `visit` with each call of a kernel in the main functions, the kernel,
/// and its place in the model.
void forEachKernelCall(
    mlir::ModuleOp module,
    llvm::function_ref<void(CallTIROp, PrimFuncOp, llvm::StringRef)> visit);

/// Lets the code call `void hook(int32_t number, void *buffer, ...)`, with all
/// of the buffers.
void callHook(mlir::OpBuilder &builder, mlir::Location loc,
              llvm::StringRef hook, int32_t number, mlir::ValueRange buffers);

/// A result of a kernel, as a module before the phase `schedule` has it.
struct KernelResult {
  /// The last operation of the model in the kernel. A kernel that several are
  /// fused into ends with the same one.
  mlir::Attribute last;
  /// The place of the kernel.
  std::string place;
  mlir::RankedTensorType type;
};

/// Returns the results of the kernels that the model of `kernels` calls once in
/// a run, in order.
llvm::SmallVector<KernelResult> collectResults(mlir::ModuleOp kernels);

/// A result that a hook shows.
struct ShownResult {
  mlir::Location loc;
  llvm::StringRef callee;
  /// The number of the call among those that `forEachKernelCall` visits.
  unsigned call;
  /// The number of the result in the list of `collectResults`, or -1 if the
  /// kernel keeps it in a form of its own.
  int64_t number;
  std::string place;
  /// The bytes that one call computes: all, or its rows.
  size_t bytes;
};

/// Returns the name of one of the hooks that show results. A function of C
/// takes one type of buffer only, so that each type has its own: there are at
/// most as many as results.
std::string getHookName(unsigned number);

/// Lets the main function of `compiled`, a module after the phase `loops`, call
/// `void hook(int32_t number, void *result)` for each result of a kernel that
/// is one of `results` as it is in memory, after the call that computed it or
/// some rows of it. `number` counts the elements of the vector that is
/// returned.
llvm::SmallVector<ShownResult>
insertResultHooks(mlir::ModuleOp compiled,
                  llvm::ArrayRef<KernelResult> results);

} // namespace tir

#endif // TIR_LIB_CHECK_RESULTHOOKS_H
