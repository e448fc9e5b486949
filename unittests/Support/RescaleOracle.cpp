//===- RescaleOracle.cpp - Rescales by TOSA's text, and their forms
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RescaleOracle.h"

#include <algorithm>
#include <vector>

using namespace tir;
using namespace tir::test;

/// Divides and rounds down, without a shift.
static __int128 floorDiv(__int128 dividend, __int128 divisor) {
  __int128 quotient = dividend / divisor;
  bool isInexact = quotient * divisor != dividend;
  return isInexact && (dividend < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

int64_t test::rescale(const RescaleChannel &channel, int64_t acc) {
  __int128 value = __int128(acc) + channel.bias;
  __int128 divisor = __int128(1) << channel.shift;
  __int128 dividend = value * channel.multiplier + divisor / 2;
  if (channel.doubleRound && channel.shift > 31)
    dividend += value < 0 ? -one : one;
  int64_t result = floorDiv(dividend, divisor) + channel.outputZeroPoint;
  return std::min(std::max(result, channel.min), channel.max);
}

int64_t test::countDifferences(const RescaleChannel &channel,
                               AffineRescale form, unsigned shift,
                               AffineRescaleKind kind) {
  int64_t count = 0;
  for (int64_t acc = channel.low; acc <= channel.high; ++acc) {
    int32_t sign = acc + channel.bias < 0 ? -1 : 0;
    __int128 exact, value;
    if (kind.upperHalf) {
      int64_t factor = int64_t(1) << kind.upperFractionBits;
      auto scaled = static_cast<int32_t>(factor * acc);
      int32_t product = kind.isApproximate
                            ? multiplyUpperHalves(scaled, form.multiplier)
                            : (int64_t(scaled) * form.multiplier) >> 32;
      exact = (kind.isApproximate ? product
                                  : factor * acc * form.multiplier >> 32) +
              form.offset + int64_t(sign) * form.signOffset;
      int32_t offset = form.offset + int64_t(sign) * form.signOffset;
      value = static_cast<int32_t>(int64_t(product) + offset);
    } else {
      exact = __int128(acc) * form.multiplier + form.offset;
      exact += __int128(sign) * form.signOffset;
      value = static_cast<int64_t>(exact);
    }
    auto word = static_cast<int32_t>(kind.upperHalf ? value : value >> 32);
    int64_t result = word >> shift;
    result = std::min(std::max(result, channel.min), channel.max);
    count += value != exact || result != rescale(channel, acc);
  }
  return count;
}

bool test::hasForm(const RescaleChannel &channel, unsigned shift, bool bySign) {
  struct Bound {
    int64_t acc;
    bool isNegative;
    __int128 sum;
  };
  std::vector<Bound> lower, upper;
  __int128 unit = __int128(1) << (32 + shift);
  for (int64_t acc = channel.low; acc <= channel.high; ++acc) {
    bool isNegative = acc + channel.bias < 0;
    int64_t result = rescale(channel, acc);
    // The offset is the sum at 0.
    for (int64_t at : {acc, int64_t(0)}) {
      lower.push_back({at, isNegative, minInt64});
      upper.push_back({at, isNegative, maxInt64});
    }
    if (result > channel.min)
      lower.push_back({acc, isNegative, result * unit});
    if (result < channel.max)
      upper.push_back({acc, isNegative, (result + 1) * unit - 1});
  }
  __int128 least = 0, most = maxInt32;
  for (const Bound &a : lower) {
    for (const Bound &b : upper) {
      int64_t slack = bySign && !a.isNegative && b.isNegative ? maxInt32 : 0;
      // multiplier * run >= rise
      __int128 run = a.acc - b.acc, rise = a.sum - b.sum - slack;
      if (run > 0)
        least = std::max(least, -floorDiv(-rise, run));
      else if (run < 0)
        most = std::min(most, floorDiv(-rise, -run));
      else if (rise > 0)
        return false;
    }
  }
  return least <= most;
}
