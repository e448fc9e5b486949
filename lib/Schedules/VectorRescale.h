//===- VectorRescale.h - A rescale of several channels at a time
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_VECTORRESCALE_H
#define TIR_LIB_SCHEDULES_VECTORRESCALE_H

#include "BlockedKernel.h"

namespace tir {

/// A rescale to int8 with a shift for each channel (`RescaleForms::Lanes`) that
/// is all that a kernel does with its sums.
struct VectorRescale {
  /// Returns std::nullopt if the kernel does anything else.
  static std::optional<VectorRescale> find(const BlockedKernel &kernel);

  /// The buffers with a number for each channel.
  /// `signOffset` is null if nothing depends on the sign.
  mlir::Value bias, scale, offset, signOffset, shift;
  /// The bits that the sums are shifted to the left.
  int64_t fractionBits;
  int64_t min = INT8_MIN, max = INT8_MAX;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_VECTORRESCALE_H
