//===- RescaleConditions.cpp - What a short form of a rescale must satisfy
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Let x(acc) = acc * multiplier + offset be the sum of the form, and U =
// 2^(32 + shift) one unit of the result in it. The rescale has the same result
// from one step to the next. As x does not decrease, the form equals it exactly
// if x < (r + 1) * U before each step from the result r, and x >= r * U after
// each step to r. Before the first and after the last step, the other bound
// of r applies at the end of the interval, unless clamping takes care of it.
//
// In the plane of accumulators and sums, x is a line above some points and
// below others. Only the convex hulls of both matter, and these are the same
// for each shift.
//
//===----------------------------------------------------------------------===//

#include "RescaleConditions.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tir;
using Corner = RescaleConditions::Corner;
using Side = RescaleConditions::Side;

/// Returns a positive number if `c` lies above the line through `a` and `b`,
/// and a negative one if below. The accumulators ascend.
static int64_t getTurn(Corner a, Corner b, Corner c) {
  return (b.acc - a.acc) * (c.units - a.units) -
         (b.units - a.units) * (c.acc - a.acc);
}

/// Adds a point after all others, and drops corners below the line to it.
static void requireAtLeast(SmallVectorImpl<Corner> &hull, Corner point) {
  while (hull.size() > 1 && getTurn(*(hull.end() - 2), hull.back(), point) >= 0)
    hull.pop_back();
  hull.push_back(point);
}

/// Adds a point after all others, and drops corners above the line to it.
static void requireLessThan(SmallVectorImpl<Corner> &hull, Corner point) {
  while (hull.size() > 1 && getTurn(*(hull.end() - 2), hull.back(), point) <= 0)
    hull.pop_back();
  hull.push_back(point);
}

/// Returns the conditions of a side, from its points.
static Side getSide(const RescaleChannel &channel,
                    ArrayRef<RescalePoint> points) {
  RescalePoint first = points.front(), last = points.back();
  Side side = {first.acc, last.acc, first.acc + channel.bias < 0, {}, {}};
  if (first.result > channel.min)
    requireAtLeast(side.atLeast, {first.acc, first.result});
  for (auto [before, after] : zip(points, points.drop_front())) {
    if (before.result == after.result)
      continue;
    requireLessThan(side.lessThan, {before.acc, int64_t(before.result) + 1});
    requireAtLeast(side.atLeast, {after.acc, after.result});
  }
  if (last.result < channel.max)
    requireLessThan(side.lessThan, {last.acc, int64_t(last.result) + 1});
  return side;
}

std::optional<RescaleConditions>
tir::getConditions(const RescaleChannel &channel) {
  constexpr int64_t maxResults = int64_t(1) << 16;
  if (!channel.isDefined())
    return std::nullopt;
  int64_t lowResult = channel.evaluate(channel.low);
  int64_t highResult = channel.evaluate(channel.high);
  if (highResult - lowResult >= maxResults)
    return std::nullopt;
  RescaleConditions conditions;
  conditions.points = getPoints(channel);
  if (lowResult == highResult) {
    conditions.onlyResult = lowResult;
    return conditions;
  }
  ArrayRef<RescalePoint> points = conditions.points;
  size_t numNegative = points
                           .take_while([&](RescalePoint point) {
                             return point.acc + channel.bias < 0;
                           })
                           .size();
  for (ArrayRef<RescalePoint> side :
       {points.take_front(numNegative), points.drop_front(numNegative)})
    if (!side.empty())
      conditions.sides.push_back(getSide(channel, side));
  return conditions;
}
