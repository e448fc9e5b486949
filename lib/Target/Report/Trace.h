//===- Trace.h - What a program measured of its kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_TRACE_H
#define TIR_LIB_TARGET_REPORT_TRACE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <string>

namespace tir::report {

/// How often a kernel ran, and what all of these runs took together.
struct Measurement {
  int64_t calls = 0, total = 0;
};

struct Trace {
  /// What was counted, such as `cycles`.
  std::string unit;
  /// By the step of the kernel.
  std::map<uint64_t, Measurement> kernels;

  /// Returns what all kernels took.
  int64_t getTotal() const;
};

/// Reads `text`, the JSON that docs/Profile.md describes, for the model whose
/// kernels have these names, by their steps. An error states the place in the
/// JSON, what was expected, and what was found.
llvm::Expected<Trace> readTrace(llvm::StringRef text, llvm::StringRef model,
                                const std::map<uint64_t, std::string> &names);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_TRACE_H
