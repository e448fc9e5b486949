//===- LaneRegisters.h - Sums with a register for each float
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOEMITC_LANEREGISTERS_H
#define TIR_LIB_CONVERSION_TIRTOEMITC_LANEREGISTERS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace tir {

/// The products of a block in the instructions of an Arm processor with a
/// register for each float.
struct LaneRegisters {
  /// Weights and products have the other registers.
  static constexpr int64_t kMostSums = 16, kGroup = 4;

  int64_t pixels, channels;
  bool isDepthwise;

  bool hasFewSums() const { return pixels * channels <= kMostSums; }
  bool hasGroups() const { return channels % kGroup == 0; }

  /// Returns the loops that add the products of all rows to `a[p][v]`. The
  /// weights of a position begin at `weights`.
  std::string makeLoops(llvm::StringRef weights) const;
};

/// Says whether the compiler has the instructions (`TIR_FLOAT_REGISTERS`).
extern const llvm::StringLiteral kFloatRegisters;

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOEMITC_LANEREGISTERS_H
