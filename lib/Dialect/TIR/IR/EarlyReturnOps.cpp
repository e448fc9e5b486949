//===- EarlyReturnOps.cpp - tir.check_return, tir.assert
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextVerifier.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace tir;

/// Whether the function around `op` returns a code.
static LogicalResult verifyReturnsCode(Operation *op, StringRef what) {
  auto function = op->getParentOfType<func::FuncOp>();
  if (!function)
    return op->emitOpError("must stand in a 'func.func'");
  ArrayRef<Type> results = function.getResultTypes();
  if (results.size() == 1 && results.front().isInteger(32))
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << what << ", but the function returns ";
  if (results.empty())
    diag << "nothing";
  else
    diag << results;
  diag.attachNote(function.getLoc()) << "function declared here";
  return diag;
}

LogicalResult CheckReturnOp::verify() {
  return verifyReturnsCode(*this, "passes an i32 code up");
}

LogicalResult AssertOp::verify() {
  if (failed(verifyText(*this, getMessage())))
    return failure();
  return verifyReturnsCode(*this, "returns the i32 code -1");
}
