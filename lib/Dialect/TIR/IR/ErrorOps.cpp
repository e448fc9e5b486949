//===- ErrorOps.cpp - Error codes, checks and error reports
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextVerifier.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"

using namespace mlir;
using namespace tir;

bool tir::returnsCode(FunctionOpInterface function) {
  ArrayRef<Type> results = function.getResultTypes();
  return isa<PrimFuncOp>(function) ||
         (results.size() == 1 && results.front().isInteger(32));
}

bool tir::mayLeave(Operation *op) {
  if (auto toC = dyn_cast<CallExternOp>(op))
    return toC.isChecked();
  return isa<BufferCallOpInterface, CheckReturnOp, AssertOp, TryOp>(op);
}

bool tir::reportsToHook(Operation *op) {
  if (auto check = dyn_cast<AssertOp>(op))
    return check.getOnError() == OnError::Hook;
  auto report = dyn_cast<ReportErrorOp>(op);
  return report && report.getOnError() == OnError::Hook;
}

/// Reports that `op` is not in a `func.func`.
static LogicalResult emitNotInFunction(Operation *op) {
  InFlightDiagnostic diag = op->emitOpError("must be in a 'func.func'");
  if (auto function = op->getParentOfType<FunctionOpInterface>())
    diag.attachNote(function.getLoc())
        << "it is in this '" << function->getName() << "'";
  return diag;
}

/// Checks that the function around `op` returns a code.
static LogicalResult verifyReturnsCode(Operation *op, StringRef what) {
  auto function = op->getParentOfType<func::FuncOp>();
  if (!function)
    return emitNotInFunction(op);
  if (returnsCode(function))
    return success();
  ArrayRef<Type> results = function.getResultTypes();
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
  return verifyReturnsCode(*this, "returns an i32 code");
}

LogicalResult AssertOp::verify() {
  if (failed(verifyText(*this, getMessage())))
    return failure();
  if (getKind() && getKind()->empty())
    return emitOpError(
        "raises an exception without a name; drop 'kind' or name "
        "one, such as \"ValueError\"");
  if ((*this)->getParentOfType<PrimFuncOp>())
    return success();
  return verifyReturnsCode(*this, "returns the i32 code -1");
}

std::string ReportErrorOp::getText() {
  std::string text = getOp().str();
  if (getMessage())
    return text;
  if (std::optional<StringRef> device = getDevice())
    text += (" on " + *device).str();
  return text + " failed";
}

LogicalResult ReportErrorOp::verify() {
  if (failed(verifyText(*this, getOp())) ||
      failed(verifyText(*this, getDevice().value_or(""))))
    return failure();
  if (getNumber() && !getMessage()) {
    InFlightDiagnostic diag =
        emitOpError("has a number after the name of an operator; only a "
                    "'message' takes a number");
    noteOrigin(diag, getNumber(), "the number");
    return diag;
  }
  if (!(*this)->getParentOfType<func::FuncOp>())
    return emitNotInFunction(*this);
  return success();
}

LogicalResult TryOp::verify() {
  if ((*this)->getParentOfType<PrimFuncOp>())
    return success();
  return verifyReturnsCode(*this, "returns an i32 code");
}
