//===- RescaleOracle.h - Rescales by TOSA's text, and their forms
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_UNITTESTS_SUPPORT_RESCALEORACLE_H
#define TIR_UNITTESTS_SUPPORT_RESCALEORACLE_H

#include "tir/Support/AffineRescale.h"

#include "gtest/gtest.h"
#include <limits>
#include <random>

namespace tir::test {

constexpr int32_t one = 1 << 30;
constexpr int32_t maxInt32 = std::numeric_limits<int32_t>::max();
constexpr int64_t minInt64 = std::numeric_limits<int64_t>::min();
constexpr int64_t maxInt64 = std::numeric_limits<int64_t>::max();

/// Computes a rescale by the text of TOSA 1.0: multiply, round to nearest, and
/// in double rounding with a shift above 31, round away from zero by 2^30 more.
int64_t rescale(const RescaleChannel &channel, int64_t acc);

/// Counts the accumulators at which the form, as generated code computes it,
/// differs from the rescale or overflows.
int64_t countDifferences(const RescaleChannel &channel, AffineRescale form,
                         unsigned shift, AffineRescaleKind kind = {});

/// Decides whether a channel has a form, by eliminating the offsets from the
/// bounds of all pairs of accumulators.
bool hasForm(const RescaleChannel &channel, unsigned shift, bool bySign);

/// Returns a channel as quantised models have it.
inline RescaleChannel makeChannel(int64_t range) {
  return {1518500250, 38, true, 0, -range, range, -128, -128, 127};
}

/// Draws channels.
class RescaleTest : public ::testing::Test {
protected:
  int64_t draw(int64_t least, int64_t most) {
    return least + int64_t(random() % uint64_t(most - least + 1));
  }

  /// Draws a channel with an int8 output and some clamp. Its step is between
  /// 2^(minShift - 31) and 2^(maxShift - 30) accumulators.
  RescaleChannel drawChannel(int minShift, int maxShift, int64_t range) {
    RescaleChannel channel;
    channel.multiplier = draw(one, maxInt32);
    channel.shift = draw(minShift, maxShift);
    channel.doubleRound = draw(0, 1);
    channel.bias = draw(-range, range);
    channel.low = draw(-range, range);
    channel.high = draw(channel.low, range);
    channel.outputZeroPoint = draw(-128, 127);
    bool isRelu = draw(0, 1);
    channel.min = isRelu ? channel.outputZeroPoint : -128;
    channel.max = draw(0, 1) ? 127 : draw(channel.min, 127);
    return channel;
  }

  /// The sequence of numbers is the same on every machine.
  std::mt19937_64 random;
};

} // namespace tir::test

#endif // TIR_UNITTESTS_SUPPORT_RESCALEORACLE_H
