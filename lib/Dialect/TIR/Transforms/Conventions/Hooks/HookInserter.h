//===- HookInserter.h - Hooks around kernels, launches and runs -*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_HOOKS_HOOKINSERTER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_HOOKS_HOOKINSERTER_H

#include "tir/Dialect/TIR/Analysis/Launches.h"

namespace tir {

/// Separates the end of a function from its body: the terminator, and the
/// constant 0 that a `func.func` then returns. The code that such a function
/// returned before is returned by `tir.check_return`, since no value can leave
/// a `tir.try`.
mlir::Operation *separateEnd(mlir::Operation *terminator);

/// A sequence of consecutive operations in a block.
struct Stretch {
  mlir::Operation *first, *last;
};

/// Calls the hooks of the devices of a module.
class HookInserter {
public:
  explicit HookInserter(mlir::ModuleOp module)
      : module(module), calls(module), launches(module),
        builder(module.getContext()) {}

  mlir::LogicalResult run();

private:
  bool hasHook(mlir::Value context, Hook hook) {
    return listsHook(context, hook, module);
  }
  mlir::Operation *callHook(mlir::Location loc, mlir::Value context, Hook hook);
  mlir::FailureOr<Stretch> findRange(mlir::Operation *kernel);
  mlir::LogicalResult verifyReturnsCode(mlir::FunctionOpInterface function,
                                        mlir::Value context,
                                        mlir::Operation *kernel);
  void tryRange(Stretch &range, mlir::Value context, Hook hook);
  mlir::LogicalResult closeAfter(Stretch &range, mlir::Operation *kernel,
                                 mlir::Value context);
  mlir::LogicalResult openAround(mlir::Operation *kernel);
  mlir::LogicalResult waitForLaunches(mlir::FunctionOpInterface function);
  mlir::LogicalResult verifyIsSynced(mlir::Operation *launch);
  void endLaunches(mlir::FunctionOpInterface function, mlir::Value context,
                   llvm::ArrayRef<mlir::Operation *> steps);
  llvm::SmallVector<mlir::FunctionOpInterface> findEntries();
  llvm::SmallDenseSet<mlir::Operation *>
  findDevices(mlir::FunctionOpInterface entry);
  llvm::SmallVector<mlir::Value> findContexts(mlir::FunctionOpInterface entry);
  mlir::LogicalResult activateAround(mlir::FunctionOpInterface entry);
  llvm::SmallVector<llvm::StringRef> getModelNames();
  void createInits();
  void createInit(llvm::StringRef name, llvm::ArrayRef<DeviceOp> devices);

  mlir::ModuleOp module;
  ModuleCalls calls;
  Launches launches;
  mlir::OpBuilder builder;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_HOOKS_HOOKINSERTER_H
