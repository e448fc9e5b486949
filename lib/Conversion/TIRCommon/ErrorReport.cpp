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
#include "tir/Dialect/TIR/IR/PortAttrs.h"

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

//===----------------------------------------------------------------------===//
// Error hooks
//===----------------------------------------------------------------------===//

/// What `nameErrorHooks` records, and the names in it. A conversion erases the
/// operations that have it.
static constexpr StringLiteral kHookKey = "hook", kNumberKey = "number";

static std::string nameNumberReport(OnError where) {
  return ("tir_report_" + stringifyOnError(where)).str();
}

static DictionaryAttr describeErrorHook(const ModelNames &models,
                                        Operation *op) {
  StringRef model = models.lookup(op);
  std::string number = nameNumberReport(OnError::Hook);
  if (model != models.getFirst())
    number += ("_" + model).str();
  Builder builder(op->getContext());
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(
           kHookKey, builder.getStringAttr(mangleSymbol(model, "on_error"))),
       builder.getNamedAttr(kNumberKey, builder.getStringAttr(number))});
}

static std::string getErrorHookEntry(Operation *op, StringRef key) {
  auto hook = dyn_cast_if_present<DictionaryAttr>(getCallParts(op).note);
  auto entry = hook ? hook.getAs<StringAttr>(key) : StringAttr();
  if (!entry)
    entry = describeErrorHook(ModelNames(op->getParentOfType<ModuleOp>()), op)
                .getAs<StringAttr>(key);
  return entry.str();
}

void tir::nameErrorHooks(ModuleOp module) {
  ModelNames models(module);
  module.walk([&](Operation *op) {
    if (reportsToHook(op))
      setNote(op, describeErrorHook(models, op));
  });
}

std::string tir::getErrorHookName(Operation *op) {
  return getErrorHookEntry(op, kHookKey);
}

std::string tir::getNumberReportName(Operation *op, OnError where) {
  return where == OnError::Hook ? getErrorHookEntry(op, kNumberKey)
                                : nameNumberReport(where);
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
