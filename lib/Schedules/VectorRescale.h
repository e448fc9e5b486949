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

/// A sum of two products for each element, one of which has what was computed
/// from a sum of the convolution (`foldInt8Sums`): the last thing that a kernel
/// does.
struct VectorSum {
  /// Returns std::nullopt if the kernel does not add elements, or does more
  /// after its rescale.
  static std::optional<VectorSum> find(const BlockedKernel &kernel);

  mlir::linalg::GenericOp generic;
  /// The buffer with the other elements, which are in the order of the output.
  mlir::Value other;
  int64_t factor = 0, otherFactor = 0, offset = 0, shift = 0;
  int64_t min = INT8_MIN, max = INT8_MAX;
};

/// TOSA's rescale to int8, whose shifts are so large that the upper half of the
/// product is enough, if that is all that a kernel does with its sums, except
/// for a `VectorSum`.
struct ExactRescale {
  /// Returns std::nullopt if the kernel does anything else.
  static std::optional<ExactRescale> find(const BlockedKernel &kernel);

  /// The buffers with a number for each channel, or null if all channels have
  /// `factor` and `bits`.
  mlir::Value multiplier, shift;
  int64_t factor = 0, bits = 33;
  bool isDouble = false;
  int64_t zeroPoint = 0, min = INT8_MIN, max = INT8_MAX;
};

/// Returns the buffer with what the sums of each channel start with, or null.
mlir::Value findBias(const BlockedKernel &kernel);

/// A rescale to int8 with a shift for each channel (`RescaleForms::Lanes`) that
/// is all that a kernel does with its sums, except for a `VectorSum`.
struct VectorRescale {
  /// Returns std::nullopt if the kernel does anything else.
  static std::optional<VectorRescale> find(const BlockedKernel &kernel);

  /// The buffers with a number for each channel. All but `bias` are null if all
  /// channels have `numbers`; `signOffset` is null if nothing depends on the
  /// sign.
  mlir::Value bias, scale, offset, signOffset, shift;
  /// The scale, the offset and the shift of all channels.
  int64_t numbers[3] = {0, 0, 0};
  /// The bits that the sums are shifted to the left.
  int64_t fractionBits;
  int64_t min = INT8_MIN, max = INT8_MAX;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_VECTORRESCALE_H
