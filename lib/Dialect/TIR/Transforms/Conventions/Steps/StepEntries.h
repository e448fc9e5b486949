//===- StepEntries.h - What the application calls during a run
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_STEPENTRIES_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_STEPENTRIES_H

#include "RunSteps.h"
#include "WorkspaceGuard.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tir {

/// Creates the functions of the C interface with which the application drives a
/// run.
///
/// The struct `progress` has three numbers. The first one is 0 if there is no
/// run, -1 while a part of it runs, -2 after a part has failed, and else the
/// number of the next step plus 1. The second one is the number of rows that
/// were handed over, and the third the code of the part that failed, or 0.
class StepEntries {
public:
  /// `run` is the function that calls the main function. `guard` is null if
  /// runs share no memory. With `hasSteps`, the application decides when each
  /// step runs.
  StepEntries(mlir::func::FuncOp run, BufferCallOpInterface callOfMain,
              RunSteps &steps, WorkspaceGuard *guard, bool hasSteps,
              OnError onError);

  /// Creates all functions.
  void create();

private:
  /// Which arguments of `run` a function gets besides the progress.
  enum class Passes { All, Pools, Devices, Nothing };

  bool isPassed(unsigned index, Passes passes);
  void begin(llvm::StringRef suffix, Passes passes, mlir::Type result,
             bool isPrivate = false);
  void end(mlir::Value result);
  void endRun(bool isDone);
  mlir::Value getArgument(unsigned number);
  mlir::Value number(int32_t value);
  mlir::Value load(int64_t field);
  void store(mlir::Value value, int64_t field);
  void require(mlir::Value condition, llvm::StringRef message);
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value left,
                      mlir::Value right);
  mlir::Value add(mlir::Value value, int32_t summand);
  mlir::Value getStepOfRow(mlir::Value row);
  mlir::Value needsRow(mlir::Value next, mlir::Value row);
  mlir::Value isPosition(mlir::Value next);
  mlir::Value runSteps(mlir::Value next, mlir::Value end);
  mlir::Value unlessFailed(mlir::Value code, mlir::Value status);
  void callHooks(llvm::ArrayRef<CallExternOp> hooks);
  void activate(llvm::ArrayRef<CallExternOp> hooks);
  void deactivate();

  void createPart();
  void createBegin();
  void createRow();
  void createFeed();
  void createStep();
  void createEnd();
  void createAbort();

  mlir::func::FuncOp run;
  BufferCallOpInterface callOfMain;
  RunSteps &steps;
  WorkspaceGuard *guard;
  bool hasSteps;
  OnError onError;
  mlir::OpBuilder builder;
  mlir::Location loc;
  std::string model, structName;
  /// The function that is being created, and the one that runs a part.
  mlir::func::FuncOp entry, part;
  /// The numbers in the progress of the function that is being created, and the
  /// values of `run` in it.
  mlir::Value progress;
  mlir::IRMapping mapping;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_STEPENTRIES_H
