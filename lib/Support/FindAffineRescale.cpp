//===- FindAffineRescale.cpp - The search for a short form of a rescale
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a fixed multiplier, the corners of the hulls leave an interval of
// offsets. If it is empty, the two corners that exclude each other bound the
// multiplier from one side, and the search continues in what remains of its
// range. The form by sign has a line for each sign, with offsets that may
// differ by up to 2^31 - 1; this is the slack that a corner of one sign leaves
// to a corner of the other.
//
// An offset in the upper half is a multiple of 2^32. The interval that a
// multiplier leaves often contains none, so that others are tried, too.
//
//===----------------------------------------------------------------------===//

#include "RescaleConditions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
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

  SideBounds(const RescaleConditions::Side &side, AffineRescaleKind kind,
             Wide unit);
  void tighten(int64_t multiplier);
};

} // namespace

SideBounds::SideBounds(const RescaleConditions::Side &side,
                       AffineRescaleKind kind, Wide unit)
    : isNegative(side.isNegative) {
  int64_t scale = kind.getScale(), error = kind.getMostError();
  // The offset is the sum at 0 and must not overflow either.
  lower = {{side.low * scale, minInt64 + error}, {0, minInt64}};
  upper = {{side.high * scale, maxInt64}, {0, maxInt64}};
  for (RescaleConditions::Corner corner : side.atLeast)
    lower.push_back({corner.acc * scale, corner.units * unit + error});
  for (RescaleConditions::Corner corner : side.lessThan)
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
                                          const RescaleConditions &conditions,
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
  for (const RescaleConditions::Side &side : conditions.sides)
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
  std::optional<RescaleConditions> conditions = getConditions(channel);
  if (!conditions || (!conditions->onlyResult && !kind.fits(channel)))
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
  std::vector<RescaleConditions> conditions;
  conditions.reserve(channels.size());
  for (const RescaleChannel &channel : channels) {
    std::optional<RescaleConditions> ofChannel = getConditions(channel);
    if (!ofChannel || (!ofChannel->onlyResult && !kind.fits(channel)))
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
