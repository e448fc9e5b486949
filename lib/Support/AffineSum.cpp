//===- AffineSum.cpp - Short exact forms of functions of quantised elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Let U = 2^shift be one unit of the result. The form has the result r where
// r * U <= x * xFactor + y * yFactor + offset < (r + 1) * U; one of the bounds
// applies where r is clamped. For fixed factors, the arguments leave an
// interval of offsets. Its length is a concave function of the factors, so that
// the search climbs from the plane that fits best until the interval has a
// number.
//
//===----------------------------------------------------------------------===//

#include "tir/Support/AffineSum.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace llvm;
using namespace tir;

constexpr int64_t numValues = 256, leastValue = -128;

int64_t AffineSum::evaluate(int64_t x, int64_t y) const {
  int64_t sum = x * xFactor + y * yFactor + offset;
  return std::clamp<int64_t>(sum >> shift, min, max);
}

/// Calls `visit` with each argument and its result.
template <typename Visit>
static void forEachArgument(Int8Results results, Visit visit) {
  int64_t numY = results.size() / numValues;
  for (int64_t i = 0; i < numValues; ++i)
    for (int64_t j = 0; j < numY; ++j)
      visit(leastValue + i, numY == 1 ? 0 : leastValue + j,
            int64_t(results[i * numY + j]));
}

/// The form computes this with 64-bit products.
static int64_t getHighWord(int64_t products) {
  return products >> (FixedSum::kFactorBits - FixedSum::kOffsetBits);
}

int64_t FixedSum::evaluate(int64_t x, int64_t y) const {
  int64_t sum = getHighWord(x * xFactor + y * yFactor) + offset;
  return std::clamp<int64_t>(sum >> kOffsetBits, min, max);
}

/// Returns the largest sum of products. The extreme sums have extreme
/// arguments.
template <typename Sum>
static int64_t getReach(const Sum &sum) {
  return -leastValue *
         (std::abs(int64_t(sum.xFactor)) + std::abs(int64_t(sum.yFactor)));
}

template <typename Sum>
static bool isEqual(Int8Results results, const Sum &sum) {
  bool isEqual = true;
  forEachArgument(results, [&](int64_t x, int64_t y, int64_t result) {
    isEqual &= sum.evaluate(x, y) == result;
  });
  return isEqual;
}

bool tir::verifyAffineSum(Int8Results results, const AffineSum &sum) {
  int64_t reach = getReach(sum);
  return sum.shift <= 31 && isInt<32>(reach + sum.offset) &&
         isInt<32>(-reach + sum.offset) && isEqual(results, sum);
}

bool tir::verifyFixedSum(Int8Results results, const FixedSum &sum) {
  int64_t least = getHighWord(-getReach(sum)),
          most = getHighWord(getReach(sum));
  return isInt<32>(least) && isInt<32>(most) && isInt<32>(least + sum.offset) &&
         isInt<32>(most + sum.offset) && isEqual(results, sum);
}

namespace {

/// A plane over the arguments.
struct Plane {
  double x = 0, y = 0, constant = 0;
};

/// An argument at which the sum is compared with a number of units.
struct Point {
  int64_t x, y, units;
};

/// The arguments that bound the offset from one side. Of those with the same
/// x, only the corners of the convex hull matter.
class Bounds {
public:
  /// `sign` is 1 if the sum is at least the units, and -1 if it is less.
  explicit Bounds(int64_t sign) : sign(sign) {}

  /// Adds a point after all others with the same x.
  void add(Point point) {
    if (points.empty() || points.back().x != point.x)
      first = points.size();
    while (points.size() - first > 1 &&
           sign * getTurn(points[points.size() - 2], points.back(), point) >= 0)
      points.pop_back();
    points.push_back(point);
  }

  /// The bound of the offset by one point.
  static int64_t getOffset(const Point &point, int64_t xFactor, int64_t yFactor,
                           int64_t unit) {
    return point.units * unit - point.x * xFactor - point.y * yFactor;
  }

  /// Returns the decisive point: the one with the largest lower or the smallest
  /// upper bound.
  const Point &get(int64_t xFactor, int64_t yFactor, int64_t unit) const {
    return *max_element(points, [&](const Point &a, const Point &b) {
      return sign * getOffset(a, xFactor, yFactor, unit) <
             sign * getOffset(b, xFactor, yFactor, unit);
    });
  }

  bool empty() const { return points.empty(); }

private:
  /// Returns a positive number if `c` lies above the line through `a` and `b`.
  static int64_t getTurn(const Point &a, const Point &b, const Point &c) {
    return (b.y - a.y) * (c.units - a.units) -
           (b.units - a.units) * (c.y - a.y);
  }

  int64_t sign;
  SmallVector<Point> points;
  /// The number of the first point with the last x.
  size_t first = 0;
};

} // namespace

/// Fits a plane to the results between `min` and `max`, both excluded.
static std::optional<Plane> fitPlane(Int8Results results, int64_t min,
                                     int64_t max) {
  double n = 0, sx = 0, sy = 0, sr = 0, sxx = 0, syy = 0, sxy = 0, sxr = 0,
         syr = 0;
  forEachArgument(results, [&](int64_t x, int64_t y, int64_t result) {
    if (result == min || result == max)
      return;
    ++n;
    sx += x;
    sy += y;
    sr += result;
    sxx += x * x;
    syy += y * y;
    sxy += x * y;
    sxr += x * result;
    syr += y * result;
  });
  if (n < 2)
    return std::nullopt;
  double xx = sxx - sx * sx / n, yy = syy - sy * sy / n, xy = sxy - sx * sy / n,
         xr = sxr - sx * sr / n, yr = syr - sy * sr / n;
  Plane plane;
  double determinant = xx * yy - xy * xy;
  if (results.size() == numValues || determinant < 0.5) {
    if (xx < 0.5)
      return std::nullopt;
    plane.x = xr / xx;
  } else {
    plane.x = (xr * yy - yr * xy) / determinant;
    plane.y = (yr * xx - xr * xy) / determinant;
  }
  plane.constant = (sr - plane.x * sx - plane.y * sy) / n;
  return plane;
}

namespace {

/// Factors of x and y.
struct Factors {
  double x, y;
};

/// A convex polygon of factors.
class Polygon {
public:
  Polygon(Factors middle, Factors reach)
      : corners{{middle.x - reach.x, middle.y - reach.y},
                {middle.x + reach.x, middle.y - reach.y},
                {middle.x + reach.x, middle.y + reach.y},
                {middle.x - reach.x, middle.y + reach.y}} {}

  /// Returns the centroid, or std::nullopt if hardly anything is left.
  std::optional<Factors> getCentroid() const {
    double area = 0, x = 0, y = 0;
    for (size_t i = 0; i < corners.size(); ++i) {
      // Corners relative to the first one keep the precision.
      Factors a = getRelative(i), b = getRelative((i + 1) % corners.size());
      double part = a.x * b.y - b.x * a.y;
      area += part;
      x += (a.x + b.x) * part;
      y += (a.y + b.y) * part;
    }
    constexpr double leastArea = 1e-3;
    if (corners.size() < 3 || area < leastArea)
      return std::nullopt;
    return Factors{corners.front().x + x / (3 * area),
                   corners.front().y + y / (3 * area)};
  }

  /// Keeps the factors with a.x * x + a.y * y >= least.
  void cut(Factors a, double least) {
    SmallVector<Factors> kept;
    auto getExcess = [&](Factors p) { return a.x * p.x + a.y * p.y - least; };
    for (size_t i = 0; i < corners.size(); ++i) {
      Factors p = corners[i], q = corners[(i + 1) % corners.size()];
      double before = getExcess(p), after = getExcess(q);
      if (before >= 0)
        kept.push_back(p);
      if ((before >= 0) != (after >= 0)) {
        double part = before / (before - after);
        kept.push_back({p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)});
      }
    }
    corners = std::move(kept);
  }

private:
  Factors getRelative(size_t i) const {
    return {corners[i].x - corners.front().x, corners[i].y - corners.front().y};
  }

  SmallVector<Factors> corners;
};

} // namespace

namespace {

/// What a search found, in units of 2^-shift.
struct FoundSum {
  int64_t xFactor, yFactor, offset;
  int32_t min, max;

  /// Returns the form if its numbers have 32 bits.
  template <typename Sum>
  std::optional<Sum> get() const {
    if (!isInt<32>(xFactor) || !isInt<32>(yFactor) || !isInt<32>(offset))
      return std::nullopt;
    Sum sum{};
    sum.xFactor = xFactor;
    sum.yFactor = yFactor;
    sum.offset = offset;
    sum.min = min;
    sum.max = max;
    return sum;
  }
};

/// A search for forms with results that are clamped to `min` and `max`.
class SumSearch {
public:
  SumSearch(Int8Results results, int32_t min, int32_t max);

  /// Returns the finest shift that leaves room for sums of 32 bits, or
  /// std::nullopt if there is none.
  std::optional<unsigned> getFinestShift() const;

  /// Finds factors, and an offset that is a multiple of `step`.
  std::optional<FoundSum> find(unsigned shift, int64_t step) const;

private:
  Int8Results results;
  int32_t min, max;
  std::optional<Plane> plane;
  Bounds lower{1}, upper{-1};
};

} // namespace

SumSearch::SumSearch(Int8Results results, int32_t min, int32_t max)
    : results(results), min(min), max(max), plane(fitPlane(results, min, max)) {
  // Of both bounds, one more unit belongs to the upper one.
  forEachArgument(results, [&](int64_t x, int64_t y, int64_t result) {
    if (result > min)
      lower.add({x, y, result});
    if (result < max)
      upper.add({x, y, result + 1});
  });
  if (lower.empty() || upper.empty())
    plane = std::nullopt;
}

std::optional<unsigned> SumSearch::getFinestShift() const {
  if (!plane)
    return std::nullopt;
  double reach = -leastValue * (std::abs(plane->x) + std::abs(plane->y)) +
                 std::abs(plane->constant) + 1;
  int shift = std::min(int(std::floor(31 - std::log2(reach))), 24);
  return shift < 0 ? std::nullopt : std::optional<unsigned>(shift);
}

std::optional<FoundSum> SumSearch::find(unsigned shift, int64_t step) const {
  if (!plane)
    return std::nullopt;
  int64_t unit = int64_t(1) << shift;
  // The slope of a rounded plane is known much better than this.
  double around = double(unit) / 32;
  Polygon polygon({plane->x * unit, plane->y * unit},
                  {around, results.size() == numValues ? 0.25 : around});
  constexpr int maxTries = 200;
  for (int i = 0; i < maxTries; ++i) {
    std::optional<Factors> middle = polygon.getCentroid();
    if (!middle)
      return std::nullopt;
    int64_t x = std::llround(middle->x), y = std::llround(middle->y);
    const Point &low = lower.get(x, y, unit), &high = upper.get(x, y, unit);
    int64_t least = Bounds::getOffset(low, x, y, unit),
            most = Bounds::getOffset(high, x, y, unit) - 1;
    int64_t steps = divideFloorSigned(least + (most - least) / 2, step);
    if (steps * step < least)
      ++steps;
    if (least <= most && steps * step <= most)
      return FoundSum{x, y, steps, min, max};
    polygon.cut({double(low.x - high.x), double(low.y - high.y)},
                double((low.units - high.units) * unit + step));
  }
  return std::nullopt;
}

/// Calls `find` with the bounds that results can be clamped to, until it finds
/// a form.
template <typename Sum, typename Find>
static std::optional<Sum> findClamped(Int8Results results, Find find) {
  if (results.size() != numValues && results.size() != numValues * numValues)
    return std::nullopt;
  auto [least, most] = std::minmax_element(results.begin(), results.end());
  if (!isInt<8>(*least) || !isInt<8>(*most))
    return std::nullopt;
  // Instructions saturate to all of int8; a clamp has other bounds.
  for (auto [min, max] :
       {std::pair<int32_t, int32_t>(-128, 127), {*least, *most}})
    if (std::optional<Sum> sum = find(SumSearch(results, min, max)))
      return sum;
  return std::nullopt;
}

std::optional<AffineSum> tir::findAffineSum(Int8Results results) {
  auto find = [&](const SumSearch &search) -> std::optional<AffineSum> {
    std::optional<unsigned> shift = search.getFinestShift();
    std::optional<FoundSum> found =
        shift ? search.find(*shift, /*step=*/1) : std::nullopt;
    std::optional<AffineSum> sum =
        found ? found->get<AffineSum>() : std::nullopt;
    if (sum)
      sum->shift = *shift;
    return sum && verifyAffineSum(results, *sum) ? sum : std::nullopt;
  };
  return findClamped<AffineSum>(results, find);
}

std::optional<FixedSum> tir::findFixedSum(Int8Results results) {
  auto find = [&](const SumSearch &search) -> std::optional<FixedSum> {
    constexpr unsigned spare = FixedSum::kFactorBits - FixedSum::kOffsetBits;
    std::optional<FoundSum> found =
        search.find(FixedSum::kFactorBits, int64_t(1) << spare);
    std::optional<FixedSum> sum = found ? found->get<FixedSum>() : std::nullopt;
    return sum && verifyFixedSum(results, *sum) ? sum : std::nullopt;
  };
  return findClamped<FixedSum>(results, find);
}
