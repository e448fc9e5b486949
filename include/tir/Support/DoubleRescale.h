//===- DoubleRescale.h - Rescales in double precision, exact at each step
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors with vector instructions multiply several numbers in double
// precision at a time, but no 64-bit integers. Double precision has digits to
// spare for the sum of a short form, and the steps of a rescale leave room for
// it: each step lies at the same accumulator, whatever way a compiler evaluates
// the sum.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_DOUBLERESCALE_H
#define TIR_SUPPORT_DOUBLERESCALE_H

#include "tir/Support/AffineRescale.h"

namespace tir {

/// A form of one channel, together with a shift S that all channels of a kernel
/// share:
///
///     number = acc * multiplier / 2^(32 + S) + offset / 2^20
///     result = min + clamp(int16(number), 0, max - min)
struct DoubleRescale {
  /// The largest shift: the offset and the smallest result have room in 64-bit
  /// sums then.
  static constexpr unsigned kMaxShift = 15;

  /// Is not negative.
  int32_t multiplier;
  int32_t offset;
};

/// Proves that a form equals the channel's rescale for every accumulator of its
/// interval if it is computed by 64-bit integers, and by doubles: if the
/// product and the sum are each rounded to double precision, if they are
/// contracted to one operation, and if they are computed with more digits; and
/// that no conversion overflows. Returns false if that is not so, or if the
/// channel or the form is not as documented.
bool verifyDoubleRescale(const RescaleChannel &channel, DoubleRescale form,
                         unsigned shift);

/// Turns the plain form of a channel for a given shift into one of these, or
/// returns nullopt if it has none. The result was verified.
std::optional<DoubleRescale> findDoubleRescale(const RescaleChannel &channel,
                                               AffineRescale form,
                                               unsigned shift);

} // namespace tir

#endif // TIR_SUPPORT_DOUBLERESCALE_H
