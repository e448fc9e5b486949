//===- Launches.h - Which calls only launch their kernel --------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_LAUNCHES_H
#define TIR_DIALECT_TIR_ANALYSIS_LAUNCHES_H

#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/IR/LaunchOps.h"
#include "llvm/ADT/SetVector.h"

namespace tir {

/// Returns whether the driver of a context's device has the hook. Only the kind
/// of a context from outside is known: its hooks are those that any device of
/// that kind lists.
bool listsHook(mlir::Value context, Hook hook, mlir::ModuleOp module);

/// Returns whether `op` calls `hook`, of the device of `context` if that is
/// given, whether a pass created the call or it was written by hand.
bool isHookCall(mlir::Operation *op, Hook hook, mlir::Value context = nullptr);

/// Returns whether two contexts are known to be of the same device.
bool isSameDevice(mlir::Value context, mlir::Value other);

/// The launches of a module: calls of external functions with the contexts of
/// asynchronous devices.
class Launches {
public:
  explicit Launches(mlir::ModuleOp module) : module(module), calls(module) {}

  /// Returns the contexts of the devices on which `op` launches work.
  llvm::SmallVector<mlir::Value> getContexts(mlir::Operation *op);

  /// Returns whether `op` launches work on a device.
  bool isLaunch(mlir::Operation *op) { return !getContexts(op).empty(); }

  /// Returns the names of the devices on which `op`, an operation in it or a
  /// function that it calls launches work.
  llvm::SmallSetVector<mlir::Attribute, 2> getDevices(mlir::Operation *op);

private:
  void addDevices(mlir::Operation *op,
                  llvm::SmallPtrSetImpl<mlir::Operation *> &seen,
                  llvm::SmallSetVector<mlir::Attribute, 2> &devices);

  mlir::ModuleOp module;
  ModuleCalls calls;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_LAUNCHES_H
