//===- WorkspaceGuard.h - One run at a time in static memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_WORKSPACEGUARD_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_WORKSPACEGUARD_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include <optional>

namespace tir {

/// Writes a number at once, and returns the one before: an interrupt or another
/// thread, as far as the target allows, finds either.
mlir::Value createExchange(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value memory, int64_t index, int32_t value);

/// Says in the model's interface that a run is an error while another one uses
/// its memory.
void markAsGuarded(mlir::FunctionOpInterface run);

/// The flag of a model that says that a run has its static workspace.
class WorkspaceGuard {
public:
  /// Creates the flag, and says in the model's interface that it is guarded.
  WorkspaceGuard(mlir::FunctionOpInterface run, OnError onError);

  /// Returns the guard that the only model of a module has already, if any.
  static std::optional<WorkspaceGuard> find(mlir::FunctionOpInterface run,
                                            OnError onError);

  /// Takes the workspace, or leaves the function with -1 if another run has it.
  void take(mlir::OpBuilder &builder);
  void leave(mlir::OpBuilder &builder);

  /// Lets the function that calls the main function have the workspace
  /// meanwhile.
  void guard(BufferCallOpInterface callOfMain);

private:
  WorkspaceGuard(mlir::FunctionOpInterface run, OnError onError,
                 mlir::memref::GlobalOp flag);
  mlir::Value getFlag(mlir::OpBuilder &builder);

  mlir::Location loc;
  std::string model;
  OnError onError;
  mlir::memref::GlobalOp flag;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_WORKSPACEGUARD_H
