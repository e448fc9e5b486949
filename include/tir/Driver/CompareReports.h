//===- CompareReports.h - The reports of two builds
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_COMPAREREPORTS_H
#define TIR_DRIVER_COMPAREREPORTS_H

#include "tir/Driver/Compile.h"
#include "tir/Target/Report/Comparison.h"

namespace tir {

struct CompareReportsOptions {
  /// Files, or folders with some.
  std::string before, after;
  std::vector<GrowthLimit> limits;
};

/// Prints in Markdown what changed from one build to the next. Returns
/// `Failure` if a figure grew by more than its limit, and `WrongUsage` if the
/// reports cannot be compared.
Outcome compareReportFiles(const CompareReportsOptions &options,
                           llvm::raw_ostream &output,
                           llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_COMPAREREPORTS_H
