//===- DoubleRescale.cpp - Rescales in double precision, exact at each step
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each way to evaluate the sum does not decrease with the accumulator. The form
// thus equals the rescale if the sum is at least r behind each step to the
// result r (counted from the smallest one), and less than r before it.
//
// If the exact sum is at least r, so is the rounded one, with any number of
// digits from those of double precision, since these represent r. If the sum
// rounded to double precision is less than r, so is the exact one, and the one
// with more digits. That leaves three sums to look at: the exact one, the
// contracted one, and the one whose product is rounded, too.
//
//===----------------------------------------------------------------------===//

#include "tir/Support/DoubleRescale.h"

#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tir;

namespace {
/// The first accumulator with at least a result, which is counted from the
/// smallest one.
struct Step {
  int64_t acc;
  int64_t result;
};
} // namespace

/// More results have no room in 16 bits.
constexpr int64_t kMostResults = 1 << 15;
/// With these fractional bits, the difference of offset and result is exact.
constexpr int kOffsetBits = 30;
constexpr double kMostOffset = 1 << 21;

static bool mayHaveForm(const RescaleChannel &channel) {
  return channel.isDefined() && channel.max - channel.min < kMostResults;
}

/// Returns the steps inside of the channel's interval.
static SmallVector<Step> getSteps(const RescaleChannel &channel) {
  SmallVector<Step> steps;
  int64_t last = channel.evaluate(channel.high);
  int64_t before = channel.low;
  for (int64_t result = channel.evaluate(channel.low) + 1; result <= last;
       ++result) {
    int64_t after = channel.high;
    // The result is not reached at `before`, but at `after`.
    while (after - before > 1) {
      int64_t middle = before + (after - before) / 2;
      (channel.evaluate(middle) < result ? before : after) = middle;
    }
    steps.push_back({after, result - channel.min});
  }
  return steps;
}

/// Returns the sum whose product and sum are each rounded. This compiler must
/// not contract them.
static double getSeparate(DoubleRescale form, int64_t acc) {
  double product = std::fma(static_cast<double>(acc), form.scale, -0.0);
  return product + form.offset;
}

/// Returns whether the sum is at least `result` in each way to evaluate it.
static bool isAtLeast(DoubleRescale form, int64_t acc, int64_t result) {
  auto bound = static_cast<double>(result);
  // The difference of offset and result is exact, so the sign is, too.
  double exact =
      std::fma(static_cast<double>(acc), form.scale, form.offset - bound);
  return exact >= 0 && getSeparate(form, acc) >= bound;
}

/// Returns whether the sum is less than `result` in each way to evaluate it.
static bool isLessThan(DoubleRescale form, int64_t acc, int64_t result) {
  auto bound = static_cast<double>(result);
  double contracted =
      std::fma(static_cast<double>(acc), form.scale, form.offset);
  return contracted < bound && getSeparate(form, acc) < bound;
}

static bool verify(const RescaleChannel &channel, ArrayRef<Step> steps,
                   DoubleRescale form) {
  // The smallest sum is only less than 0 if it is clamped, and the largest one
  // only above the last result.
  int64_t first = channel.evaluate(channel.low) - channel.min;
  int64_t last = channel.evaluate(channel.high) - channel.min;
  int64_t top = last == channel.max - channel.min ? kMostResults : last + 1;
  return isAtLeast(form, channel.low, first == 0 ? 1 - kMostResults : first) &&
         isLessThan(form, channel.high, top) &&
         llvm::all_of(steps, [&](Step step) {
           return isAtLeast(form, step.acc, step.result) &&
                  isLessThan(form, step.acc - 1, step.result);
         });
}

bool tir::verifyDoubleRescale(const RescaleChannel &channel,
                              DoubleRescale form) {
  if (!mayHaveForm(channel) || !std::isfinite(form.scale) ||
      !std::isfinite(form.offset) || form.scale < 0 ||
      std::abs(form.offset) > kMostOffset)
    return false;
  double units = std::ldexp(form.offset, kOffsetBits);
  return units == std::trunc(units) && verify(channel, getSteps(channel), form);
}

std::optional<DoubleRescale>
tir::findDoubleRescale(const RescaleChannel &channel, AffineRescale form,
                       unsigned shift) {
  if (!mayHaveForm(channel) || form.multiplier < 0 || shift > 31)
    return std::nullopt;
  int unit = 32 + static_cast<int>(shift);
  DoubleRescale found = {
      std::ldexp(static_cast<double>(form.multiplier), -unit), 0};
  SmallVector<Step> steps = getSteps(channel);
  // Any offset between these has all steps; the one in the middle leaves the
  // most room for rounding.
  double least = -kMostOffset, most = kMostOffset;
  for (Step step : steps) {
    auto result = static_cast<double>(step.result);
    least =
        std::max(least, result - static_cast<double>(step.acc) * found.scale);
    most = std::min(most,
                    result - static_cast<double>(step.acc - 1) * found.scale);
  }
  double middle = steps.empty()
                      ? std::ldexp(static_cast<double>(form.offset), -unit) -
                            static_cast<double>(channel.min)
                      : least + (most - least) / 2;
  found.offset =
      std::ldexp(std::nearbyint(std::ldexp(middle, kOffsetBits)), -kOffsetBits);
  if (std::abs(found.offset) > kMostOffset || !verify(channel, steps, found))
    return std::nullopt;
  return found;
}
