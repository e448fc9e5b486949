//===- AffineRescale.cpp - The functions of rescales and their forms
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RescalePoints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace tir;

//===----------------------------------------------------------------------===//
// The two functions
//===----------------------------------------------------------------------===//

/// Returns TOSA's apply_scale_32, without its conversion to 32 bits.
static int64_t applyScale32(const RescaleChannel &channel, int64_t value) {
  int64_t round = int64_t(1) << (channel.shift - 1);
  if (channel.doubleRound && channel.shift > 31)
    round += value >= 0 ? int64_t(1) << 30 : -(int64_t(1) << 30);
  return (value * channel.multiplier + round) >> channel.shift;
}

int64_t RescaleChannel::evaluate(int64_t acc) const {
  int64_t scaled = applyScale32(*this, acc + bias);
  return std::clamp(scaled + outputZeroPoint, min, max);
}

bool RescaleChannel::isDefined() const {
  if (multiplier < 0 || shift < 2 || shift > 62 || low > high || min > max)
    return false;
  if (!all_of(ArrayRef({low, high, bias, outputZeroPoint, min, max}),
              isInt<32>))
    return false;
  // The functions do not decrease, so the ends of the interval decide.
  return all_of(ArrayRef({low, high}), [&](int64_t acc) {
    if (!isInt<32>(acc + bias))
      return false;
    int64_t scaled = applyScale32(*this, acc + bias);
    return isInt<32>(scaled) && isInt<32>(scaled + outputZeroPoint);
  });
}

int32_t tir::multiplyUpperHalves(int32_t x, int32_t y) {
  int64_t high = x >> 16, low = x & 0xffff;
  int64_t yHigh = y >> 16, yLow = y & 0xffff;
  return high * yHigh + ((low * yHigh) >> 16) + ((high * yLow) >> 16);
}

bool AffineRescaleKind::fits(const RescaleChannel &channel) const {
  return isInt<32>(channel.low * getScale()) &&
         isInt<32>(channel.high * getScale());
}

unsigned tir::getMostFractionBits(ArrayRef<RescaleChannel> channels) {
  unsigned bits = 15;
  for (const RescaleChannel &channel : channels) {
    // The multiplier of a channel with one result is 0.
    if (channel.isDefined() &&
        channel.evaluate(channel.low) == channel.evaluate(channel.high))
      continue;
    while (bits > 0 && (!isIntN(32 - bits, channel.low) ||
                        !isIntN(32 - bits, channel.high)))
      --bits;
  }
  return bits;
}

int64_t AffineRescale::evaluate(const RescaleChannel &channel,
                                AffineRescaleKind kind, unsigned shift,
                                int64_t acc) const {
  if (kind.isApproximate) {
    int64_t word = multiplyUpperHalves(kind.getScale() * acc, multiplier);
    word += offset - (acc + channel.bias < 0 ? signOffset : 0);
    return std::clamp<int64_t>(word >> shift, channel.min, channel.max);
  }
  int64_t sum = kind.getScale() * acc * multiplier;
  sum += offset * kind.getOffsetUnit();
  if (acc + channel.bias < 0)
    sum -= signOffset * kind.getOffsetUnit();
  int32_t word = sum >> 32;
  return std::clamp<int64_t>(word >> shift, channel.min, channel.max);
}

//===----------------------------------------------------------------------===//
// The proof
//===----------------------------------------------------------------------===//

/// Returns whether the form has the numbers that its kind allows, and no sum
/// overflows.
static bool isValid(const RescaleChannel &channel, AffineRescale form,
                    AffineRescaleKind kind, unsigned shift) {
  bool readsSum = form.multiplier != 0 || form.signOffset != 0;
  if (!channel.isDefined() || form.multiplier < 0 || form.signOffset < 0 ||
      shift > 31 || (readsSum && !kind.fits(channel)) ||
      (!kind.bySign && form.signOffset != 0) ||
      (kind.isApproximate && !kind.upperHalf) ||
      (kind.upperHalf &&
       (!isInt<32>(form.offset) || !isInt<32>(form.offset - form.signOffset))))
    return false;
  // The largest sum is the last one; the smallest one is the first one, with
  // the offset of its sign.
  int64_t factor = form.multiplier * kind.getScale();
  int64_t offset = form.offset * kind.getOffsetUnit(), sum;
  return !AddOverflow(channel.high * factor, offset, sum) &&
         !AddOverflow(channel.low * factor, offset, sum) &&
         !SubOverflow(sum, form.signOffset * kind.getOffsetUnit(), sum) &&
         !SubOverflow(sum, kind.getMostError(), sum);
}

bool tir::verifyAffineRescale(const RescaleChannel &channel, AffineRescale form,
                              AffineRescaleKind kind, unsigned shift) {
  return isValid(channel, form, kind, shift) &&
         visitPoints(channel, [&](RescalePoint point) {
           return form.evaluate(channel, kind, shift, point.acc) ==
                  point.result;
         });
}

bool tir::verifyAffineRescale(const RescaleChannel &channel,
                              ArrayRef<RescalePoint> points, AffineRescale form,
                              AffineRescaleKind kind, unsigned shift) {
  return isValid(channel, form, kind, shift) &&
         all_of(points, [&](RescalePoint point) {
           return form.evaluate(channel, kind, shift, point.acc) ==
                  point.result;
         });
}
