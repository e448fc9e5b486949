//===- RescalePoints.cpp - Where the result of a rescale changes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RescalePoints.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tir;

namespace {
class PointVisitor {
public:
  PointVisitor(const RescaleChannel &channel,
               function_ref<bool(RescalePoint)> visit)
      : channel(channel), visit(visit) {}

  bool visitSide(int64_t low, int64_t high);

private:
  RescalePoint getPoint(int64_t acc) const {
    return {static_cast<int32_t>(acc),
            static_cast<int32_t>(channel.evaluate(acc))};
  }
  int64_t chooseBetween(RescalePoint first, RescalePoint last) const;
  bool visitBetween(RescalePoint first, RescalePoint last);

  const RescaleChannel &channel;
  function_ref<bool(RescalePoint)> visit;
};
} // namespace

/// Chooses an accumulator between two others that have different results. The
/// choice only affects how soon the steps between them are found: it is next to
/// or at the step in the middle, if it can be.
int64_t PointVisitor::chooseBetween(RescalePoint first,
                                    RescalePoint last) const {
  int64_t firstResult = first.result, lastResult = last.result;
  int64_t result = firstResult + (lastResult - firstResult + 1) / 2;
  // The smallest dividend that is rounded to the result. The error of doubles
  // is below one accumulator.
  double half = int64_t(1) << (channel.shift - 1);
  double dividend = (2 * (result - channel.outputZeroPoint) - 1) * half;
  if (channel.doubleRound && channel.shift > 31)
    dividend -= std::copysign(int64_t(1) << 30, dividend);
  int64_t step = int64_t(dividend / channel.multiplier) - channel.bias;
  return std::clamp<int64_t>(step, int64_t(first.acc) + 1,
                             int64_t(last.acc) - 1);
}

bool PointVisitor::visitBetween(RescalePoint first, RescalePoint last) {
  // Equal results at both ends leave no other result in between.
  if (first.result == last.result ||
      int64_t(last.acc) - int64_t(first.acc) <= 1)
    return true;
  RescalePoint middle = getPoint(chooseBetween(first, last));
  return visitBetween(first, middle) && visit(middle) &&
         visitBetween(middle, last);
}

/// Visits accumulators whose values, with the bias, have one sign.
bool PointVisitor::visitSide(int64_t low, int64_t high) {
  RescalePoint first = getPoint(low), last = getPoint(high);
  return visit(first) && visitBetween(first, last) &&
         (low == high || visit(last));
}

bool tir::visitPoints(const RescaleChannel &channel,
                      function_ref<bool(RescalePoint)> visit) {
  PointVisitor visitor(channel, visit);
  int64_t zero = -channel.bias;
  if (channel.low < zero &&
      !visitor.visitSide(channel.low, std::min(channel.high, zero - 1)))
    return false;
  return channel.high < zero ||
         visitor.visitSide(std::max(channel.low, zero), channel.high);
}

std::vector<RescalePoint> tir::getPoints(const RescaleChannel &channel) {
  std::vector<RescalePoint> points;
  auto isNegative = [&](RescalePoint point) {
    return point.acc + channel.bias < 0;
  };
  visitPoints(channel, [&](RescalePoint point) {
    size_t count = points.size();
    if (count >= 2 && points[count - 2].result == point.result &&
        isNegative(points[count - 2]) == isNegative(point))
      points.back() = point;
    else
      points.push_back(point);
    return true;
  });
  return points;
}
