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

/// Knows which functions neither read nor write memory.
class Purity {
public:
  /// Whether the call's result depends on its operands only.
  bool isPureCall(mlir::Operation *op);

private:
  bool isPureFunction(mlir::emitc::FuncOp function);

  llvm::DenseMap<mlir::Operation *, bool> known;
};

/// Whether <math.h> or the compiler has a pure function of this name.
bool isMathFunction(llvm::StringRef name);

/// Whether the operation has no effect of its own: unused, it can go.
bool isRemovable(mlir::Operation *op, Purity &purity);

/// Brings the module (a copy of the caller's) into the form that the writer
/// prints: no emitc.expression and no emitc.file, since the writer forms
/// expressions itself, and nothing unused that a C compiler would warn of.
void prepare(mlir::ModuleOp module, Purity &purity);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_PREPARE_H
