//===- RunSteps.h - A run in parts
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_RUNSTEPS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_RUNSTEPS_H

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// The steps of a main function: its operations, and the iterations of the
/// loops that contain calls. They have numbers from 0 to `count` - 1.
///
/// The main function keeps its body until `runAll` replaces it.
class RunSteps {
public:
  /// How the rows of an input come into memory.
  struct Feed {
    mlir::Operation *call;
    /// The loop around the call, or null if it had one iteration, and the
    /// number of its first step.
    mlir::LoopLikeOpInterface loop;
    int64_t begin;
    /// The step before which row 0 must exist, the number of steps from one row
    /// to the next, and the number of rows.
    int64_t first, period, rows;
    /// The argument of the main function that is the whole input.
    unsigned input;
  };

  explicit RunSteps(PrimFuncOp main);

  /// Returns whether an operation copies a row that the application may hand
  /// over instead.
  static bool isFeed(mlir::Operation *op);

  /// Creates the function that runs the steps from one number to another, its
  /// first two arguments. The others are the main function's arguments without
  /// the input that comes by rows.
  void outline(mlir::SymbolTable &symbols);

  /// Lets the main function run all steps by calls of that function. It copies
  /// the rows of the input that comes by rows itself.
  void runAll();

  /// Calls the function for the steps from `first` to `end`. `getArgument`
  /// returns the value of an argument of the main function.
  void call(mlir::OpBuilder &builder, mlir::Location loc,
            llvm::function_ref<mlir::Value(unsigned)> getArgument,
            mlir::Value first, mlir::Value end);

  /// Returns the place of a row. `getArgument` is the same as for `call`.
  mlir::Value getPlace(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::function_ref<mlir::Value(unsigned)> getArgument,
                       mlir::Value row);

  PrimFuncOp main;
  int64_t count = 0;
  std::optional<Feed> feed;
  /// The calls of hooks before all steps, and those after them in any case, in
  /// the order in which they run.
  llvm::SmallVector<CallExternOp> activations, deactivations;
  /// The calls of hooks that end what asynchronous devices still run, which
  /// come before those that deactivate devices.
  llvm::SmallVector<CallExternOp> ends;

private:
  /// Operations that run together. If they are one loop, `loop` is set, and
  /// each iteration is a step.
  struct Unit {
    llvm::SmallVector<mlir::Operation *> ops;
    mlir::LoopLikeOpInterface loop = nullptr;
    int64_t begin = 0, steps = 1;
  };

  TryOp findHookedTry();
  void findBody();
  llvm::SmallVector<mlir::Operation *> findWork();
  void divide(llvm::ArrayRef<mlir::Operation *> work);
  void findUnits();
  void findFeed();
  void buildUnits(mlir::OpBuilder &builder, llvm::ArrayRef<Unit> units,
                  mlir::Value step, mlir::IRMapping &mapping);
  mlir::Value cloneValue(mlir::OpBuilder &builder, mlir::Value value,
                         llvm::function_ref<mlir::Value(unsigned)> getArgument,
                         mlir::IRMapping &mapping);
  void mapIteration(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value row, mlir::IRMapping &mapping);

  /// The block with the steps: the body of the main function, or of the
  /// `tir.try` that deactivates devices.
  mlir::Block *body = nullptr;
  /// What all steps use, and which can run at any time.
  llvm::SmallVector<mlir::Operation *> shared;
  /// The calls before the first step, those before each one, and those that
  /// check after each one.
  llvm::SmallVector<mlir::Operation *> setups, renewals, checks;
  llvm::SmallVector<Unit> units;
  PrimFuncOp function;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPS_RUNSTEPS_H
