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
#include <string>

namespace tir::report {

/// Returns the section on the contents of each pool at each step, as drawings
/// and tables.
std::string makeMemorySection(const llvm::json::Object &report);

/// Returns the section on the kernels, in the order in which they run.
std::string makeKernelSection(const llvm::json::Object &report);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_PAGE_H
