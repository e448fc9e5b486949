//===- ErrorReport.h - What both back ends report of an error
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TIRCOMMON_ERRORREPORT_H
#define TIR_CONVERSION_TIRCOMMON_ERRORREPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include <optional>
#include <string>

namespace tir {

/// What is reported of an error, and how.
struct ErrorReport {
  explicit ErrorReport(AssertOp op);
  explicit ErrorReport(ReportErrorOp op);

  OnError where;
  /// What the application's error hook receives besides the code: an operator
  /// and the device that it ran on, or the message of a check.
  llvm::StringRef op;
  std::optional<llvm::StringRef> device;
  /// The report as a single text, for interfaces that take only one.
  std::string text;
  /// The exception that tvm-ffi raises.
  llvm::StringRef kind = "RuntimeError";
};

/// Records on each operation that reports to an error hook what the two
/// functions below return for it. Without this, each of them looks at the whole
/// module, since another model may have another hook.
void nameErrorHooks(mlir::ModuleOp module);

/// Returns the name of the application's function that receives the errors
/// which `op` reports.
std::string getErrorHookName(mlir::Operation *op);

/// Returns the name of the function in a generated file that reports a text
/// followed by a number for `op`. The text is composed in the frame of this
/// function, so that the frames of its callers stay small. Each error hook has
/// a function of its own.
std::string getNumberReportName(mlir::Operation *op, OnError where);
/// The name of the function in a generated file that appends a number to a
/// text.
inline constexpr llvm::StringLiteral kAppendNumberName = "tir_append_number";
/// Returns the size in bytes, with the final NUL, of the longest text that the
/// module around `op` reports with a number appended.
int64_t getNumberReportSize(mlir::Operation *op);

} // namespace tir

#endif // TIR_CONVERSION_TIRCOMMON_ERRORREPORT_H
