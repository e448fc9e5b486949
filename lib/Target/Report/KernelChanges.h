//===- KernelChanges.h - Kernels of two builds
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_KERNELCHANGES_H
#define TIR_LIB_TARGET_REPORT_KERNELCHANGES_H

#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace tir::report {

/// Returns how a figure changed: `+16 (+0.8 %)`.
std::string describeChange(int64_t before, int64_t after);

/// Returns a table in Markdown of the kernels that are new, that are gone, or
/// that run otherwise, or a sentence that there are none. Kernels of the same
/// model belong together by their places; kernels of different models by their
/// order and what they compute.
std::string describeKernelChanges(const llvm::json::Object &before,
                                  const llvm::json::Object &after,
                                  bool isSameModel);

/// Returns a number of a report, or std::nullopt if it has none from 0 to 2^53.
std::optional<int64_t> getCount(const llvm::json::Object &row,
                                llvm::StringRef key);

/// Returns a figure of all calls of a kernel that a run makes, or std::nullopt:
/// a number of one call, or what the program `measured` on average.
std::optional<int64_t> countInRun(const llvm::json::Object &kernel,
                                  llvm::StringRef key);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_KERNELCHANGES_H
