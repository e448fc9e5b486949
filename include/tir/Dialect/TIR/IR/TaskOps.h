//===- TaskOps.h - Parts of a kernel that threads compute -------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TASKOPS_H
#define TIR_DIALECT_TIR_IR_TASKOPS_H

#include "tir/Dialect/TIR/IR/TIR.h"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIRTaskOps.h.inc"

namespace tir {

/// The function of the application that runs tasks, as TVM calls it, and what
/// its header calls the type of a task and the group that a task gets.
inline constexpr llvm::StringLiteral kParallelLaunch =
    "TVMBackendParallelLaunch";
inline constexpr llvm::StringLiteral kParallelLambda = "FTVMParallelLambda";
inline constexpr llvm::StringLiteral kParallelGroup = "TVMParallelGroupEnv";

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_TASKOPS_H
