//===- ExtendNarrowIntegers.h - Narrow integers in calls of C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOLLVM_EXTENDNARROWINTEGERS_H
#define TIR_LIB_CONVERSION_TIRTOLLVM_EXTENDNARROWINTEGERS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tir {

/// Adds `llvm.signext` and `llvm.zeroext` to a C function, or to a call of one,
/// for integers that are extended to the width of a register. The side that
/// reads the register relies on the extension, and LLVM does not extend without
/// the attribute. The target is the one that the module around the operation
/// specifies.
void setExtensions(mlir::FunctionOpInterface function);
void setExtensions(mlir::CallOpInterface call);

/// Returns the width of C's `int` on the target that the module specifies.
unsigned getIntBits(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_EXTENDNARROWINTEGERS_H
