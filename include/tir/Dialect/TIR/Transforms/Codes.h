//===- Codes.h - Codes that functions return
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CODES_H
#define TIR_DIALECT_TIR_TRANSFORMS_CODES_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Lets `code`, which `call` returned, go up where it is not 0. What came from
/// outside the module is told of first (`tir.report_error`), with the model's
/// name for the operator, else `callee`, and with the device that the call's
/// attribute `tir.device` names. Functions of the module have told already, and
/// so has what a call with the attribute `tir.told` reaches by the registry.
void createCodeCheck(mlir::OpBuilder &builder, mlir::Operation *call,
                     llvm::StringRef callee, mlir::Value code,
                     bool isFromOutside, OnError onError);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_CODES_H
