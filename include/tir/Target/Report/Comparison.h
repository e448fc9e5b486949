//===- Comparison.h - What changed from one build to the next
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_REPORT_COMPARISON_H
#define TIR_TARGET_REPORT_COMPARISON_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace tir {

/// How much a figure of a report may grow.
struct GrowthLimit {
  /// The name of the figure, as in `--max-growth`.
  std::string figure;
  /// A number of its unit, or thousandths of a percent.
  uint64_t most;
  bool isPercent;
};

/// Reads limits such as `ram:2%` and `flash:512`. An error names the one that
/// is wrong.
llvm::Expected<std::vector<GrowthLimit>>
readGrowthLimits(llvm::ArrayRef<std::string> texts);

/// A report of a model or of a program of several.
struct NamedReport {
  /// The file, for errors.
  std::string file;
  std::string model;
  llvm::json::Value value;
};

/// Reads what `emitReport` wrote. An error says why the text is not a
/// report.
llvm::Expected<NamedReport> readReport(llvm::StringRef file,
                                       llvm::StringRef text);

/// What differs between two reports.
struct ReportComparison {
  /// A section in Markdown, as GitHub and GitLab show it.
  std::string markdown;
  /// How many figures grew by more than their limit.
  unsigned exceeded = 0;
};

/// Compares the reports of two builds: figures, kernels, and, as remarks, what
/// makes the builds different. Fails if a figure with a limit is not in both of
/// them.
llvm::Expected<ReportComparison> compareReports(const NamedReport &before,
                                                const NamedReport &after,
                                                llvm::ArrayRef<GrowthLimit>);

/// Returns text for a cell of a table in Markdown, in which nothing is markup.
std::string escapeForMarkdown(llvm::StringRef text);
/// The same as code, in backticks.
std::string codeForMarkdown(llvm::StringRef text);

} // namespace tir

#endif // TIR_TARGET_REPORT_COMPARISON_H
