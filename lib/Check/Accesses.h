//===- Accesses.h - Where kernels read and write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_ACCESSES_H
#define TIR_LIB_CHECK_ACCESSES_H

#include "CheckedProgram.h"
#include "PlainLoops.h"
#include "tir/Check/CheckKernels.h"
#include "tir/Target/LLVM/AccessHooks.h"

namespace tir {

/// The memory that a call of a kernel may access by one of its arguments.
struct CallArgument {
  std::string name;
  size_t bytes;
  /// The bytes along the last dimension.
  int64_t rowBytes;
  bool isWritten;
};

/// A call of a kernel in the main function.
struct KernelCall {
  mlir::Location loc;
  llvm::StringRef callee;
  std::string place;
  llvm::SmallVector<CallArgument> arguments;
  /// The hooks that get the addresses of its arguments, and how many each gets:
  /// all calls with the same types have the same ones.
  llvm::SmallVector<std::pair<unsigned, unsigned>> hooks;
  /// Whether the kernel gets anything but buffers.
  bool getsNumbers;
  bool hasRescales;
  DistanceProof distances;
  /// Why its accesses cannot be told from others, as the end of a sentence; or
  /// empty.
  std::string whyNot;
};

/// Lets the main function of `compiled`, a module after the phase `loops`, tell
/// hooks the addresses of all arguments before each call of a kernel. Returns
/// the calls in their order.
llvm::SmallVector<KernelCall> insertCallHooks(mlir::ModuleOp compiled);

/// Returns the functions of the kernels that `calls` call, in a module that
/// `CheckedProgram::lower` lowered.
mlir::FailureOr<WatchedFunctions>
watchKernels(mlir::ModuleOp lowered, llvm::ArrayRef<KernelCall> calls);

/// Returns the hooks that `insertCallHooks` and `addAccessHooks` insert. They
/// do nothing but while `checkAccesses` runs.
llvm::SmallVector<Program::Function>
getCallHooks(llvm::ArrayRef<KernelCall> calls);

/// What is known of the addresses of one call.
struct CallAccesses {
  /// Whether a run of the model came to the call.
  bool ran = false;
  /// Why other runs may have other accesses than this one, as the end of a
  /// sentence; or empty.
  std::string whyNot;
};

/// Runs `program`, which was compiled with hooks for accesses, and checks that
/// each kernel accesses nothing but the memory of its arguments, and does not
/// write to those that it declares to read. Where no address depends on data,
/// that is so for each input then.
///
/// Fails with an error at each kernel that accesses other memory.
mlir::FailureOr<llvm::SmallVector<CallAccesses>>
checkAccesses(mlir::ModuleOp compiled, llvm::ArrayRef<KernelCall> calls,
              CheckedProgram &program, const WatchedFunctions &watched,
              PositionInputs positions);

} // namespace tir

#endif // TIR_LIB_CHECK_ACCESSES_H
