//===- MeasuredFigures.h - Estimates of a report beside measurements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_MEASUREDFIGURES_H
#define TIR_LIB_TARGET_REPORT_MEASUREDFIGURES_H

#include "OrderedJSON.h"
#include "Trace.h"

namespace tir::report {

/// Returns the names of the kernels of a report by their steps, as a trace has
/// them.
std::map<uint64_t, std::string> nameKernels(const llvm::json::Object &report);

/// Writes what a program measured into the report, with the figures of
/// `report`, in the form in which `emitReport` writes a trace.
void insertTrace(OrderedJSON &text, const llvm::json::Object &report,
                 const Trace &trace);

/// Returns the member `certificate` of a report: what tirc estimated beside
/// what was linked and measured, as far as both or one of them is known.
llvm::json::Object makeCertificate(const llvm::json::Object &report);

/// Returns the certificate of a report in Markdown.
std::string printCertificate(const llvm::json::Object &report);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_MEASUREDFIGURES_H
