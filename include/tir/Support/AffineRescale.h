//===- AffineRescale.h - Short exact forms of TOSA's rescale
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A quantised operator ends with TOSA's rescale of a 32-bit accumulator, which
// multiplies to 64 bits, rounds, shifts, adds the output zero point and clamps.
// Its result changes at a few hundred accumulators only, which are known when
// we compile. Any other function that changes at the same accumulators computes
// the same bits. This file finds one that consists of a multiplication with a
// 64-bit sum and of a saturation, which are two instructions on a Cortex-M4
// (SMLAL and SSAT), and proves that it is the same function.
//
// Double rounding moves the steps of negative values up and all other steps
// down, each by half an accumulator or more. No single line does that if many
// steps of both signs are met, so there is a second form with two lines.
//
// Both forms also exist with offsets that only affect the upper half of the
// sum. They need no 64-bit number, and a Cortex-M4 has one instruction for the
// product and the offset (SMMLA). So that enough bits of the product are in the
// upper half, the accumulator has fractional bits, which are zeros. A processor
// whose products have 32 bits multiplies halves, and leaves out the product of
// the lower halves.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_AFFINERESCALE_H
#define TIR_SUPPORT_AFFINERESCALE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace tir {

/// One channel of a rescale as TOSA 1.0 defines it, and the accumulators that
/// it meets.
struct RescaleChannel {
  /// The operands of `apply_scale_32`: a factor of multiplier / 2^shift with
  /// `multiplier` from 0 and `shift` from 2 to 62.
  int32_t multiplier;
  int32_t shift;
  /// DOUBLE_ROUND, otherwise SINGLE_ROUND. INEXACT_ROUND allows either.
  bool doubleRound;
  /// What is added to the accumulator before it is scaled. An input zero point
  /// is part of it.
  int64_t bias;
  /// The smallest and the largest accumulator, both included.
  int64_t low, high;
  int64_t outputZeroPoint;
  /// The smallest and the largest result, both included: the range of the
  /// output's type, or of a clamp after the rescale.
  int64_t min, max;

  /// Returns the result for an accumulator of a defined channel's interval.
  int64_t evaluate(int64_t acc) const;

  /// Returns whether the operands are as documented, both intervals are not
  /// empty, and no 32-bit intermediate value overflows for an accumulator of
  /// the interval. Other channels have no short form.
  bool isDefined() const;
};

/// A family of short forms.
struct AffineRescaleKind {
  /// Whether the offset depends on the sign of the accumulator.
  bool bySign = false;
  /// Whether offsets count units of 2^32, and accumulators have fractional
  /// bits.
  bool upperHalf = false;
  /// Whether offsets are multiples of 2^(12 + S) with the shift S, so that they
  /// have 20 fractional bits of the result. Only for plain forms.
  bool hasCoarseOffset = false;
  /// Whether the upper half of a product is `multiplyUpperHalves`. Only for
  /// forms in the upper half.
  bool isApproximate = false;

  /// The fractional bits of an accumulator in the upper half: each doubles the
  /// precision of the product, and halves the accumulators that are possible.
  unsigned upperFractionBits = 8;

  /// The fractional bits of an accumulator.
  unsigned getFractionBits() const { return upperHalf ? upperFractionBits : 0; }
  /// What an accumulator is multiplied by before anything else.
  int64_t getScale() const { return int64_t(1) << getFractionBits(); }
  /// The unit that both offsets count.
  int64_t getOffsetUnit() const { return upperHalf ? int64_t(1) << 32 : 1; }
  /// The most by which a sum can be less than with exact products.
  int64_t getMostError() const {
    return isApproximate ? 2 * getOffsetUnit() : 0;
  }

  /// Returns whether the channel's accumulators with fractional bits fit 32
  /// bits.
  bool fits(const RescaleChannel &channel) const;
};

/// A short form of one channel, together with a shift S that all channels of a
/// kernel share:
///
///     sum = int64(acc) * multiplier + offset - (acc + bias < 0) * signOffset
///     result = clamp(int32(sum >> 32) >> S, min, max)
///
/// All shifts are arithmetic. `offset` contains the bias, the rounding and the
/// output zero point. In the plain form, `signOffset` is 0; in the form by
/// sign, it costs two more instructions, as
///
///     sum += int64((acc + bias) >> 31) * signOffset
///
/// if the accumulator starts with the bias, and the channel's bias is 0. In the
/// upper half, the sum is
///
///     int64(acc << F) * multiplier +
///         ((offset - (acc + bias < 0) * signOffset) << 32)
///
/// where acc << F with the fractional bits F, and `offset`, fit 32 bits.
struct AffineRescale {
  /// Both are not negative.
  int32_t multiplier;
  int32_t signOffset;
  int64_t offset;

  /// Returns the form's value for an accumulator at which it does not overflow.
  /// The bias and the range of results are the channel's.
  int64_t evaluate(const RescaleChannel &channel, AffineRescaleKind kind,
                   unsigned shift, int64_t acc) const;
};

/// Returns the upper half of a product without the product of the lower halves,
/// which is at most 2 less than with it, and does not decrease with `x`. `y` is
/// not negative.
int32_t multiplyUpperHalves(int32_t x, int32_t y);

/// Returns the most fractional bits with which the accumulators of all channels
/// fit 32 bits, up to 15. Channels with one result do not count: the product of
/// an accumulator that wraps is 0.
unsigned getMostFractionBits(llvm::ArrayRef<RescaleChannel> channels);

/// Short forms of several channels, in their order.
struct AffineRescales {
  /// The common shift, from 0 to 31.
  unsigned shift;
  std::vector<AffineRescale> channels;
};

/// Proves that a form equals the channel's rescale for every accumulator of its
/// interval, and that no sum overflows, neither without nor with `signOffset`.
/// Returns false if that is not so, or if the channel or the form is not as
/// documented. The proof rests on the two `evaluate` functions, not on how the
/// form was found.
bool verifyAffineRescale(const RescaleChannel &channel, AffineRescale form,
                         AffineRescaleKind kind, unsigned shift);

/// Finds a form of one channel for a given shift from 0 to 31. The result is
/// nullopt if there is no such form whose sums and offsets do not overflow, the
/// channel is not defined, or it has more than 2^16 different results. The
/// search is complete, except that it tries 256 multipliers at most for an
/// offset in the upper half or a coarse one, and that approximate products must
/// leave room for their error. A form that is returned was
/// verified. A channel with one result has a multiplier of 0.
std::optional<AffineRescale> findAffineRescale(const RescaleChannel &channel,
                                               unsigned shift,
                                               AffineRescaleKind kind = {});

/// Finds forms of all channels with the largest shift up to `maxShift` for
/// which all of them have one. Returns nullopt if there is no such shift. Forms
/// that are returned were verified.
std::optional<AffineRescales>
findAffineRescales(llvm::ArrayRef<RescaleChannel> channels,
                   AffineRescaleKind kind = {}, unsigned maxShift = 31);

} // namespace tir

#endif // TIR_SUPPORT_AFFINERESCALE_H
