//===- ErrorReport.cpp - What both back ends report of an error
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRCommon/ErrorReport.h"

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"

using namespace mlir;
using namespace tir;

/// The length of the smallest int64_t, with its sign.
static constexpr int64_t kMostDigits = 20;

ErrorReport::ErrorReport(AssertOp op)
    : where(op.getOnError()), op(op.getMessage()), text(op.getMessage().str()),
      kind(op.getKind().value_or("RuntimeError")) {}

ErrorReport::ErrorReport(ReportErrorOp op)
    : where(op.getOnError()), op(op.getOp()), device(op.getDevice()),
      text(op.getText()) {}

std::string tir::getErrorHookName(Operation *op) {
  ModelNames models(op->getParentOfType<ModuleOp>());
  return mangleSymbol(models.lookup(op), "on_error");
}

std::string tir::getNumberReportName(Operation *op, OnError where) {
  std::string name = ("tir_report_" + stringifyOnError(where)).str();
  if (where != OnError::Hook)
    return name;
  ModelNames models(op->getParentOfType<ModuleOp>());
  StringRef model = models.lookup(op);
  return model == models.getFirst() ? name : name + "_" + model.str();
}

int64_t tir::getNumberReportSize(Operation *op) {
  int64_t longest = 0;
  auto add = [&](auto report) {
    if (report.getNumber() && report.getOnError() != OnError::Code)
      longest = std::max(longest, int64_t(ErrorReport(report).text.size()));
  };
  op->getParentWithTrait<OpTrait::SymbolTable>()->walk([&](Operation *inner) {
    if (auto check = dyn_cast<AssertOp>(inner))
      add(check);
    else if (auto report = dyn_cast<ReportErrorOp>(inner))
      add(report);
  });
  return longest + kMostDigits + 1;
}
