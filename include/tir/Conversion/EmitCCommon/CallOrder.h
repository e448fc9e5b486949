//===- CallOrder.h - The order in which C functions are defined
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_EMITCCOMMON_CALLORDER_H
#define TIR_CONVERSION_EMITCCOMMON_CALLORDER_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace tir {

/// The functions of a module in an order in which C may define them.
struct CallOrder {
  /// Each stands behind those that it calls and that nothing in front of it
  /// declares, and otherwise right before the first one that calls it.
  llvm::SmallVector<mlir::emitc::FuncOp> functions;
  /// Those that must stand in front of a function.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::emitc::FuncOp>>
      callees;
  /// Those that a function before them calls all the same, since functions call
  /// each other in a circle.
  llvm::SetVector<mlir::Operation *> calledBefore;
};

CallOrder getCallOrder(mlir::ModuleOp module);

/// Declares each function of `calledBefore` in front of all functions.
void declareFunctions(mlir::ModuleOp module, const CallOrder &order);

} // namespace tir

#endif // TIR_CONVERSION_EMITCCOMMON_CALLORDER_H
