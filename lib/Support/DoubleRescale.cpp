//===- DoubleRescale.cpp - Rescales in double precision, exact at each step
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each way to evaluate the sum does not decrease with the accumulator. The form
// thus equals the rescale if the sum is at least r after each step to the
// result r (counted from the smallest one), and less than r before it.
//
// If the exact sum is at least r, so is the rounded one, with any number of
// digits from double precision on, since these represent r. If the sum
// rounded to double precision is less than r, so is the exact one, and the one
// with more digits. That leaves three sums to look at: the exact one, the
// contracted one, and the one whose product is rounded, too.
//
//===----------------------------------------------------------------------===//

#include "tir/Support/DoubleRescale.h"

#include "RescalePoints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tir;

constexpr int kOffsetBits = 20;

namespace {
/// The numbers of a form as doubles, which have them exactly. A power of two is
/// exact, so it does not matter when the sum is divided by it.
struct Line {
  double scale, offset;

  Line(DoubleRescale form, unsigned shift)
      : scale(std::ldexp(static_cast<double>(form.multiplier),
                         -32 - static_cast<int>(shift))),
        offset(std::ldexp(static_cast<double>(form.offset), -kOffsetBits)) {}
};
} // namespace

/// More results have no room in 16 bits.
constexpr int64_t kMostResults = 1 << 15;

static bool mayHaveForm(const RescaleChannel &channel) {
  return channel.isDefined() && channel.max - channel.min < kMostResults;
}

/// Returns the sum whose product and sum are each rounded. This compiler must
/// not contract them.
static double getSeparate(Line form, int64_t acc) {
  double product = std::fma(static_cast<double>(acc), form.scale, -0.0);
  return product + form.offset;
}

/// Returns whether the sum is at least `result` in each way to evaluate it.
static bool isAtLeast(Line form, int64_t acc, int64_t result) {
  auto bound = static_cast<double>(result);
  // The difference of offset and result is exact, so the sign is, too.
  double exact =
      std::fma(static_cast<double>(acc), form.scale, form.offset - bound);
  return exact >= 0 && getSeparate(form, acc) >= bound;
}

/// Returns whether the sum is less than `result` in each way to evaluate it.
static bool isLessThan(Line form, int64_t acc, int64_t result) {
  auto bound = static_cast<double>(result);
  double contracted =
      std::fma(static_cast<double>(acc), form.scale, form.offset);
  return contracted < bound && getSeparate(form, acc) < bound;
}

/// Calls `visit` with the points before and after each step.
static bool
visitSteps(ArrayRef<RescalePoint> points,
           function_ref<bool(RescalePoint before, RescalePoint after)> visit) {
  return all_of(zip(points, points.drop_front()), [&](const auto &pair) {
    auto [before, after] = pair;
    return before.result == after.result || visit(before, after);
  });
}

static bool verify(const RescaleChannel &channel, ArrayRef<RescalePoint> points,
                   DoubleRescale form, unsigned shift) {
  // The same with 64-bit integers, as a plain form.
  AffineRescale plain = {form.multiplier, 0, 0};
  int64_t offset = form.offset * (int64_t(1) << (12 + shift)), least;
  if (llvm::MulOverflow(channel.min, int64_t(1) << (32 + shift), least) ||
      llvm::AddOverflow(offset, least, plain.offset) ||
      !verifyAffineRescale(channel, points, plain, AffineRescaleKind(), shift))
    return false;
  // The smallest sum is only less than 0 if it is clamped, and the largest one
  // only above the last result.
  Line line(form, shift);
  int64_t first = channel.evaluate(channel.low) - channel.min;
  int64_t last = channel.evaluate(channel.high) - channel.min;
  int64_t top = last == channel.max - channel.min ? kMostResults : last + 1;
  return isAtLeast(line, channel.low, first == 0 ? 1 - kMostResults : first) &&
         isLessThan(line, channel.high, top) &&
         visitSteps(points, [&](RescalePoint before, RescalePoint after) {
           return isAtLeast(line, after.acc, after.result - channel.min) &&
                  isLessThan(line, before.acc, before.result + 1 - channel.min);
         });
}

bool tir::verifyDoubleRescale(const RescaleChannel &channel, DoubleRescale form,
                              unsigned shift) {
  return mayHaveForm(channel) && form.multiplier >= 0 &&
         shift <= DoubleRescale::kMaxShift &&
         verify(channel, getPoints(channel), form, shift);
}

std::optional<DoubleRescale>
tir::findDoubleRescale(const RescaleChannel &channel, AffineRescale form,
                       unsigned shift) {
  if (!mayHaveForm(channel) || form.multiplier < 0 ||
      shift > DoubleRescale::kMaxShift)
    return std::nullopt;
  Line line({form.multiplier, 0}, shift);
  std::vector<RescalePoint> points = getPoints(channel);
  // Any offset between these has all steps; the one in the middle leaves the
  // most room for rounding.
  double least = -kMostResults, most = kMostResults;
  bool hasSteps = false;
  visitSteps(points, [&](RescalePoint before, RescalePoint after) {
    auto behind = static_cast<double>(after.result - channel.min);
    auto inFront = static_cast<double>(before.result + 1 - channel.min);
    least =
        std::max(least, behind - static_cast<double>(after.acc) * line.scale);
    most =
        std::min(most, inFront - static_cast<double>(before.acc) * line.scale);
    return hasSteps = true;
  });
  double middle = least + (most - least) / 2;
  if (!hasSteps)
    middle = static_cast<double>(channel.evaluate(channel.low) - channel.min);
  double units = std::nearbyint(std::ldexp(middle, kOffsetBits));
  if (std::abs(units) > static_cast<double>(INT32_MAX))
    return std::nullopt;
  DoubleRescale found = {form.multiplier, static_cast<int32_t>(units)};
  if (!verify(channel, points, found, shift))
    return std::nullopt;
  return found;
}
