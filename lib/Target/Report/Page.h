//===- Page.h - The parts of a report's page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_PAGE_H
#define TIR_LIB_TARGET_REPORT_PAGE_H

#include "llvm/Support/JSON.h"
#include <map>
#include <string>

namespace tir::report {

/// Returns the section on the contents of each pool at each step, as drawings
/// and tables.
std::string makeMemorySection(const llvm::json::Object &report);

/// Returns the section with a table of each loop by rows, or an empty string if
/// there is none.
std::string makeRowsSection(const llvm::json::Object &report);

/// Returns the sections on the buffers at the peak, and on what would save
/// memory; empty if neither is known.
std::string makePeakSection(const llvm::json::Object &report);

/// Returns the section on memory against work, or an empty string if it is not
/// known.
std::string makeCurveSection(const llvm::json::Object &report);

/// Returns the section on the stack of each entry.
std::string makeStackSection(const llvm::json::Object &report);

/// Returns the row of the stack of the model's entry, or null.
const llvm::json::Object *findEntryStack(const llvm::json::Object &report);

/// Returns the section on what was estimated and measured; empty if the report
/// has no certificate.
std::string makeCertificateSection(const llvm::json::Object &report);

/// Returns the table of the kinds of operators.
std::string makeKindTable(const llvm::json::Object &report);

/// Returns the section on the kernels, in the order in which they run.
std::string makeKernelSection(const llvm::json::Object &report);

/// Returns the reports of the models of a program, by their names.
std::map<std::string, const llvm::json::Object *>
getModelReports(const llvm::json::Object &report);

/// Returns all of the page of a program of several models but its head.
std::string makeProgramSections(const llvm::json::Object &report);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_PAGE_H
