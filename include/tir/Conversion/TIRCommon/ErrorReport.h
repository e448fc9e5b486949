//===- ErrorReport.h - What is told of an error, on both back ends
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TIRCOMMON_ERRORREPORT_H
#define TIR_CONVERSION_TIRCOMMON_ERRORREPORT_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include <optional>
#include <string>

namespace tir {

/// What is told of an error, and where.
struct ErrorReport {
  explicit ErrorReport(AssertOp op);
  explicit ErrorReport(ReportErrorOp op);

  OnError where;
  /// What the application's hook gets beside the code: an operator and the
  /// device it ran on, or the message of a check.
  llvm::StringRef op;
  std::optional<llvm::StringRef> device;
  /// What is told where there is room for one text only.
  std::string text;
  /// The exception that tvm-ffi raises.
  llvm::StringRef kind = "RuntimeError";
};

/// The application's function that gets an error which `op` reports.
std::string getErrorHookName(mlir::Operation *op);

/// The function of a file that tells a text with a number behind it for `op`.
/// The text is put together in its frame, so that those of its callers stay
/// small. Each error hook has one of its own.
std::string getNumberReportName(mlir::Operation *op, OnError where);
/// The function of a file that puts a number behind a text.
inline constexpr llvm::StringLiteral kAppendNumberName = "tir_append_number";
/// The bytes for the longest text of the module around `op` that is told with a
/// number behind it, and for the NUL at its end.
int64_t getNumberReportSize(mlir::Operation *op);

} // namespace tir

#endif // TIR_CONVERSION_TIRCOMMON_ERRORREPORT_H
