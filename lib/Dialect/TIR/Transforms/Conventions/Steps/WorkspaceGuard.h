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

/// The flags of a program by which a model finds out whether another one runs.
/// Models that have a flag in common exclude each other, as far as both hold
/// it.
struct ProgramFlags {
  /// Those that no other model may hold when a run begins.
  llvm::SmallVector<std::string> clear;
  /// Those that a run holds from its beginning to its end, and those that it
  /// holds only while a step runs.
  llvm::SmallVector<std::string> ofRun, ofStep;
  /// Those that say that a tensor is there which a model passes on: of what the
  /// model writes, and of what it reads.
  llvm::SmallVector<std::string> written, read;

  bool isEmpty() const {
    return clear.empty() && ofRun.empty() && ofStep.empty() &&
           written.empty() && read.empty();
  }
};

/// The flag of a model that says that a run has its static workspace.
class WorkspaceGuard {
public:
  /// Creates the flags, and says in the model's interface that it is guarded.
  /// The model has a flag of its own unless it holds one of the program during
  /// a run.
  WorkspaceGuard(mlir::FunctionOpInterface run, OnError onError,
                 const ProgramFlags &program = {});

  /// Returns the guard that the only model of a module has already, if any.
  static std::optional<WorkspaceGuard> find(mlir::FunctionOpInterface run,
                                            OnError onError);

  /// Takes the workspace, or leaves the function with -1 if another run has it,
  /// or if something that another model passes on is not there.
  void take(mlir::OpBuilder &builder);
  void leave(mlir::OpBuilder &builder);

  /// Says that what the model passes on is there, at the end of a run without
  /// an error.
  void markWritten(mlir::OpBuilder &builder);

  /// The same for a step of a run that has the workspace already.
  void takeForStep(mlir::OpBuilder &builder);
  void leaveAfterStep(mlir::OpBuilder &builder);

  /// Lets the function that calls the main function have the workspace
  /// meanwhile.
  void guard(BufferCallOpInterface callOfMain);

private:
  using Flags = llvm::SmallVector<mlir::memref::GlobalOp>;

  WorkspaceGuard(mlir::FunctionOpInterface run, OnError onError,
                 mlir::memref::GlobalOp flag);
  mlir::Value getFlag(mlir::OpBuilder &builder, mlir::memref::GlobalOp flag);
  void require(mlir::OpBuilder &builder, mlir::Value code,
               const llvm::Twine &message);
  void requireFree(mlir::OpBuilder &builder, mlir::Value flag);
  void requireRead(mlir::OpBuilder &builder);
  void takeAll(mlir::OpBuilder &builder,
               llvm::ArrayRef<mlir::memref::GlobalOp> flags);
  void leaveAll(mlir::OpBuilder &builder,
                llvm::ArrayRef<mlir::memref::GlobalOp> flags);

  mlir::Location loc;
  std::string model;
  OnError onError;
  /// The ones that must be clear when a run begins, the run's, and each
  /// step's.
  Flags clear, ofRun, ofStep;
  /// Those of what is passed on.
  Flags written, read;
  /// Whether other models of the program have flags, too.
  bool isOfProgram = false;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_WORKSPACEGUARD_H
