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

/// Checks that the function around `call` can return the code that `call`
/// returns: it is a `tir.prim_func`, or returns an i32. Otherwise emits an
/// error, with a note at the function.
llvm::LogicalResult verifyCaller(mlir::Operation *call);

/// The origin of an error code, as `tir.report_error` names it.
struct ErrorOrigin {
  std::string op;
  mlir::StringAttr device;
};

/// Returns what to report about a code that `call` got from outside the module:
/// the operator's name in the model, else `callee`, and the device that the
/// attribute `tir.device` of the call names. Returns std::nullopt if nothing is
/// to be reported: errors have no text, or the callee has already reported the
/// error (`reported` of `tir.call`).
std::optional<ErrorOrigin>
findErrorOrigin(mlir::Operation *call, llvm::StringRef callee, OnError onError);

/// Creates the operations that return `code`, which `call` returned, from the
/// enclosing function if it is not 0. Errors from outside the module are
/// reported first; functions of the module have already reported theirs.
void createCodeCheck(mlir::OpBuilder &builder, mlir::Operation *call,
                     llvm::StringRef callee, mlir::Value code,
                     bool isFromOutside, OnError onError);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ERRORCODES_H
