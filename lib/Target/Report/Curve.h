//===- Curve.h - The texts of memory against work
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_CURVE_H
#define TIR_LIB_TARGET_REPORT_CURVE_H

#include "llvm/Support/JSON.h"
#include <string>

namespace tir::report {

/// Returns `1.06` for a figure of a point of `pareto` that is so many times the
/// first point's figure; `-` if it is not known.
std::string formatTimes(int64_t part, int64_t whole);

/// Returns how many layers of a point run in how many bands, such as `13 in 3`;
/// `-` if none do.
std::string describeBands(const llvm::json::Object &point);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_CURVE_H
