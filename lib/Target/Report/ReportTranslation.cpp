//===- ReportTranslation.cpp - tir-translate's report translations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-translate/Translation.h"
#include "tir/Target/Registration.h"
#include "tir/Target/Report/Report.h"

using namespace mlir;

void tir::registerReportTranslation(
    const DialectRegistration &registerDialects) {
  static TranslateFromMLIRRegistration toReport(
      "tir-to-report",
      "Write the JSON report of a module after the 'abi' phase or a later one",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitReport(module, {}, os);
      },
      registerDialects);
  static TranslateFromMLIRRegistration toPage(
      "tir-to-html",
      "Write the report of a module after the 'abi' phase or a later one as an "
      "HTML page",
      [](ModuleOp module, llvm::raw_ostream &os) -> LogicalResult {
        std::string json;
        llvm::raw_string_ostream report(json);
        if (failed(emitReport(module, {}, report)))
          return failure();
        os << makeReportPage(json);
        return success();
      },
      registerDialects);
}
