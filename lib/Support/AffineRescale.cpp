//===- AffineRescale.cpp - Short exact forms of TOSA's rescale
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
// for each shift. For a fixed multiplier, the points leave an interval of
// offsets. If it is empty, the two points that exclude each other bound the
// multiplier from one side, and the search continues in what remains of its
// range. The form by sign has a line for each sign, with offsets that may
// differ by up to 2^31 - 1; this is the slack that a point of one sign leaves
// to a point of the other.
//
// An offset in the upper half is a multiple of 2^32. The interval that a
// multiplier leaves often contains none, so that others are tried, too.
//
//===----------------------------------------------------------------------===//

#include "RescalePoints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace llvm;
using namespace tir;

/// Products of a bound and of an accumulator with the multiplier need 65 bits
/// and more.
using Wide = __int128;

constexpr int64_t minInt64 = std::numeric_limits<int64_t>::min();
constexpr int64_t maxInt64 = std::numeric_limits<int64_t>::max();

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

unsigned tir::getMostFractionBits(ArrayRef<RescaleChannel> channels) {
  unsigned bits = 15;
  for (const RescaleChannel &channel : channels)
    while (bits > 0 && (!isIntN(32 - bits, channel.low) ||
                        !isIntN(32 - bits, channel.high)))
      --bits;
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

/// Returns whether accumulators with fractional bits fit 32 bits.
static bool fitsScale(const RescaleChannel &channel, AffineRescaleKind kind) {
  return isInt<32>(channel.low * kind.getScale()) &&
         isInt<32>(channel.high * kind.getScale());
}

/// Returns by how much a sum can be less than with exact products.
static int64_t getMostError(AffineRescaleKind kind) {
  return kind.isApproximate ? 2 * kind.getOffsetUnit() : 0;
}

/// Returns whether the form has the numbers that its kind allows, and no sum
/// overflows.
static bool isValid(const RescaleChannel &channel, AffineRescale form,
                    AffineRescaleKind kind, unsigned shift) {
  if (!channel.isDefined() || form.multiplier < 0 || form.signOffset < 0 ||
      shift > 31 || !fitsScale(channel, kind) ||
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
         !SubOverflow(sum, getMostError(kind), sum);
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

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

namespace {

/// A corner of a convex hull: an accumulator and the multiple of the unit with
/// which the form's sum at this accumulator is compared.
struct Corner {
  int64_t acc;
  int64_t units;
};

/// What the sums of one side must satisfy with any shift, besides that they do
/// not overflow.
struct Side {
  /// Accumulators whose values, with the bias, have one sign.
  int64_t low, high;
  bool isNegative;
  /// The sum is at least this many units, with ascending accumulators.
  SmallVector<Corner> atLeast;
  /// The sum is less than this many units, with ascending accumulators.
  SmallVector<Corner> lessThan;
};

/// What a form of one channel must satisfy.
struct Conditions {
  std::vector<RescalePoint> points;
  /// The channel's result, if it has only one.
  std::optional<int64_t> onlyResult;
  SmallVector<Side, 2> sides;
};

} // namespace

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

/// Returns the conditions of a channel, unless it has too many results or is
/// not defined.
static std::optional<Conditions> getConditions(const RescaleChannel &channel) {
  constexpr int64_t maxResults = int64_t(1) << 16;
  if (!channel.isDefined())
    return std::nullopt;
  int64_t lowResult = channel.evaluate(channel.low);
  int64_t highResult = channel.evaluate(channel.high);
  if (highResult - lowResult >= maxResults)
    return std::nullopt;
  Conditions conditions;
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

namespace {

/// A bound of the form's sum at one accumulator, which has its fractional bits.
struct Bound {
  int64_t acc;
  Wide sum;

  /// Returns the bound of the offset for a multiplier.
  Wide getOffset(int64_t multiplier) const { return sum - acc * multiplier; }
};

/// The bounds of the sums of one side.
struct SideBounds {
  bool isNegative;
  SmallVector<Bound> lower, upper;
  /// Those bounds that are decisive for the present multiplier.
  Bound tightestLower, tightestUpper;

  SideBounds(const Side &side, AffineRescaleKind kind, Wide unit);
  void tighten(int64_t multiplier);
};

} // namespace

SideBounds::SideBounds(const Side &side, AffineRescaleKind kind, Wide unit)
    : isNegative(side.isNegative) {
  int64_t scale = kind.getScale(), error = getMostError(kind);
  // The offset is the sum at 0 and must not overflow either.
  lower = {{side.low * scale, minInt64 + error}, {0, minInt64}};
  upper = {{side.high * scale, maxInt64}, {0, maxInt64}};
  for (Corner corner : side.atLeast)
    lower.push_back({corner.acc * scale, corner.units * unit + error});
  for (Corner corner : side.lessThan)
    upper.push_back({corner.acc * scale, corner.units * unit - 1});
}

void SideBounds::tighten(int64_t multiplier) {
  auto hasLowerOffset = [&](const Bound &a, const Bound &b) {
    return a.getOffset(multiplier) < b.getOffset(multiplier);
  };
  tightestLower = *max_element(lower, hasLowerOffset);
  tightestUpper = *min_element(upper, hasLowerOffset);
}

/// Divides and rounds down; the divisor is positive.
static Wide floorDiv(Wide dividend, Wide divisor) {
  Wide quotient = dividend / divisor;
  return dividend % divisor < 0 ? quotient - 1 : quotient;
}

namespace {

/// Multipliers that may have offsets.
struct MultiplierRange {
  Wide least = 0, most = std::numeric_limits<int32_t>::max();

  /// Removes those for which the lower bound exceeds the upper bound by more
  /// than the slack, given that a multiplier of the range does so.
  void exclude(Bound lower, Bound upper, int64_t slack) {
    Wide run = lower.acc - upper.acc, rise = lower.sum - upper.sum - slack;
    if (run > 0)
      least = -floorDiv(-rise, run);
    else if (run < 0)
      most = floorDiv(-rise, -run);
    else
      most = least - 1;
  }
};

} // namespace

/// Returns the most by which the offset of the side with the lower bound may
/// exceed the offset of the side with the upper bound.
static int64_t getSlack(const SideBounds &lower, const SideBounds &upper,
                        AffineRescaleKind kind) {
  bool mayExceed = kind.bySign && !lower.isNegative && upper.isNegative;
  return mayExceed ? std::numeric_limits<int32_t>::max() * kind.getOffsetUnit()
                   : 0;
}

/// Two bounds that exclude each other, and the slack between them.
struct Conflict {
  Bound lower, upper;
  int64_t slack;
};

/// Finds the decisive bounds for a multiplier. Returns two that exclude each
/// other, if there are any.
static std::optional<Conflict> tighten(MutableArrayRef<SideBounds> sides,
                                       int64_t multiplier,
                                       AffineRescaleKind kind) {
  for (SideBounds &side : sides)
    side.tighten(multiplier);
  for (const SideBounds &a : sides) {
    for (const SideBounds &b : sides) {
      int64_t slack = getSlack(a, b, kind);
      Wide lower = a.tightestLower.getOffset(multiplier);
      Wide upper = b.tightestUpper.getOffset(multiplier);
      if (lower - upper > slack)
        return Conflict{a.tightestLower, b.tightestUpper, slack};
    }
  }
  return std::nullopt;
}

/// Returns the form with a multiplier for which no two bounds exclude each
/// other, if there is an offset. It is the one in the middle of what is
/// possible.
static std::optional<AffineRescale> makeForm(ArrayRef<SideBounds> sides,
                                             int64_t multiplier,
                                             AffineRescaleKind kind,
                                             unsigned shift) {
  int64_t step = kind.hasCoarseOffset ? int64_t(1) << (12 + shift) : 1;
  int64_t unit = kind.getOffsetUnit() * step;
  auto getLeast = [&](const SideBounds &side) {
    return -floorDiv(-side.tightestLower.getOffset(multiplier), unit);
  };
  auto getMost = [&](const SideBounds &side) {
    return floorDiv(side.tightestUpper.getOffset(multiplier), unit);
  };
  Wide signOffset = 0;
  Wide least = getLeast(sides.back()), most = getMost(sides.back());
  if (sides.size() == 2) {
    Wide leastNegative = getLeast(sides.front());
    Wide mostNegative = getMost(sides.front());
    signOffset =
        std::clamp<Wide>((least + most - leastNegative - mostNegative) / 2, 0,
                         getSlack(sides.back(), sides.front(), kind) / unit);
    least = std::max(least, leastNegative + signOffset);
    most = std::min(most, mostNegative + signOffset);
  }
  if (least > most)
    return std::nullopt;
  return AffineRescale{int32_t(multiplier), int32_t(signOffset),
                       int64_t(least + floorDiv(most - least, 2)) * step};
}

/// Returns the multiplier without a conflict that is the farthest from
/// `multiplier`, which has none, on the side of `end`.
static int64_t findEnd(MutableArrayRef<SideBounds> sides, int64_t multiplier,
                       int64_t end, AffineRescaleKind kind) {
  int64_t without = multiplier, with = end;
  if (!tighten(sides, end, kind))
    return end;
  while (std::abs(with - without) > 1) {
    int64_t middle = without + (with - without) / 2;
    (tighten(sides, middle, kind) ? with : without) = middle;
  }
  return without;
}

/// Finds a form that satisfies the conditions and does not overflow.
static std::optional<AffineRescale> solve(const RescaleChannel &channel,
                                          const Conditions &conditions,
                                          AffineRescaleKind kind,
                                          unsigned shift) {
  Wide unit = Wide(1) << (32 + shift);
  if (conditions.onlyResult) {
    // Clamping may turn another offset into the result.
    Wide offset =
        std::clamp<Wide>(*conditions.onlyResult * unit, minInt64, maxInt64);
    AffineRescale form = {0, 0,
                          int64_t(floorDiv(offset, kind.getOffsetUnit()))};
    if (form.evaluate(channel, kind, shift, channel.low) !=
        *conditions.onlyResult)
      return std::nullopt;
    return form;
  }

  SmallVector<SideBounds, 2> sides;
  for (const Side &side : conditions.sides)
    sides.emplace_back(side, kind, unit);
  MultiplierRange range;
  while (range.least <= range.most) {
    // Halving the range each time limits the search to 32 rounds.
    int64_t multiplier = range.least + (range.most - range.least) / 2;
    if (std::optional<Conflict> conflict = tighten(sides, multiplier, kind)) {
      range.exclude(conflict->lower, conflict->upper, conflict->slack);
      continue;
    }
    if (std::optional<AffineRescale> form =
            makeForm(sides, multiplier, kind, shift))
      return form;
    // No multiple of the unit of offsets is possible with this multiplier.
    constexpr int64_t maxTries = 256;
    int64_t first = findEnd(sides, multiplier, range.least, kind);
    int64_t last = findEnd(sides, multiplier, range.most, kind);
    int64_t step = std::max<int64_t>((last - first) / maxTries, 1);
    for (int64_t other = first; other <= last; other += step)
      if (!tighten(sides, other, kind))
        if (std::optional<AffineRescale> form =
                makeForm(sides, other, kind, shift))
          return form;
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<AffineRescale>
tir::findAffineRescale(const RescaleChannel &channel, unsigned shift,
                       AffineRescaleKind kind) {
  assert(shift <= 31 && "the shift is one of a 32-bit value");
  std::optional<Conditions> conditions = getConditions(channel);
  if (!conditions || !fitsScale(channel, kind))
    return std::nullopt;
  std::optional<AffineRescale> form = solve(channel, *conditions, kind, shift);
  if (form &&
      verifyAffineRescale(channel, conditions->points, *form, kind, shift))
    return form;
  return std::nullopt;
}

std::optional<AffineRescales>
tir::findAffineRescales(ArrayRef<RescaleChannel> channels,
                        AffineRescaleKind kind, unsigned maxShift) {
  std::vector<Conditions> conditions;
  conditions.reserve(channels.size());
  for (const RescaleChannel &channel : channels) {
    std::optional<Conditions> ofChannel = getConditions(channel);
    if (!ofChannel || !fitsScale(channel, kind))
      return std::nullopt;
    conditions.push_back(std::move(*ofChannel));
  }

  auto order = to_vector(seq<size_t>(channels.size()));
  for (unsigned shift = maxShift + 1; shift-- > 0;) {
    AffineRescales forms = {shift, std::vector<AffineRescale>(channels.size())};
    auto *failed = find_if(order, [&](size_t i) {
      std::optional<AffineRescale> form =
          solve(channels[i], conditions[i], kind, shift);
      if (form)
        forms.channels[i] = *form;
      return !form;
    });
    if (failed != order.end()) {
      // This channel is the likeliest to fail with the next shift, too.
      std::swap(order.front(), *failed);
      continue;
    }
    bool isProved = all_of(seq<size_t>(channels.size()), [&](size_t i) {
      return verifyAffineRescale(channels[i], conditions[i].points,
                                 forms.channels[i], kind, shift);
    });
    if (isProved)
      return forms;
  }
  return std::nullopt;
}
