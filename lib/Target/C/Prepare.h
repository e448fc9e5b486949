//===- Prepare.h - Simplifying a module before it is printed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_PREPARE_H
#define TIR_LIB_TARGET_C_PREPARE_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace tir::c {

/// Determines which functions neither read nor write memory.
class Purity {
public:
  /// Returns whether the call's result depends only on its operands.
  bool isPureCall(mlir::Operation *op);

private:
  bool isPureFunction(mlir::emitc::FuncOp function);

  llvm::DenseMap<mlir::Operation *, bool> known;
};

/// Returns whether <math.h> or the compiler has a pure function with this name.
bool isMathFunction(llvm::StringRef name);

/// Returns whether the operation has no effect, so that it can be removed if it
/// is unused.
bool isRemovable(mlir::Operation *op, Purity &purity);

/// Brings the module (a copy of the caller's) into the form that the writer
/// prints: without emitc.expression and emitc.file, since the writer forms
/// expressions itself, and without unused operations about which a C compiler
/// would warn.
void prepare(mlir::ModuleOp module, Purity &purity);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_PREPARE_H
