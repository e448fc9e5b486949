//===- ErrorCodes.h - Codes that functions return
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ERRORCODES_H
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ERRORCODES_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include <optional>
#include <string>

namespace tir {

/// Whether a code that `call` returns can go up from the function around it: a
/// `tir.prim_func`, or one that returns an i32. Else an error, with a note
/// there.
llvm::LogicalResult verifyCaller(mlir::Operation *call);

/// Where a code arose, as a `tir.report_error` names it.
struct ErrorOrigin {
  std::string op;
  mlir::StringAttr device;
};

/// What is told of a code of `call` that came from outside the module: the
/// model's name for the operator, else `callee`, and the device that the call's
/// attribute `tir.device` names. Nothing where nothing is to be told: without a
/// place for texts, or where what the call reaches has told (`tir.reported`).
std::optional<ErrorOrigin>
findErrorOrigin(mlir::Operation *call, llvm::StringRef callee, OnError onError);

/// Lets `code`, which `call` returned, go up where it is not 0. What came from
/// outside the module is told of first; functions of the module have told
/// already.
void createCodeCheck(mlir::OpBuilder &builder, mlir::Operation *call,
                     llvm::StringRef callee, mlir::Value code,
                     bool isFromOutside, OnError onError);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ERRORCODES_H
