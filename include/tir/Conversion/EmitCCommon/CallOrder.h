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
  /// Each function comes after those that it calls and that are not declared
  /// before it. Otherwise it comes right before the first function that calls
  /// it.
  llvm::SmallVector<mlir::emitc::FuncOp> functions;
  /// The functions that must come before a function.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::emitc::FuncOp>>
      callees;
  /// The functions that an earlier function calls nevertheless, because
  /// functions call each other in a cycle.
  llvm::SetVector<mlir::Operation *> calledBefore;
};

/// Computes that order for the functions of `module`.
CallOrder getCallOrder(mlir::ModuleOp module);

/// Declares each function of `calledBefore` before all functions of `module`.
void declareFunctions(mlir::ModuleOp module, const CallOrder &order);

} // namespace tir

#endif // TIR_CONVERSION_EMITCCOMMON_CALLORDER_H
