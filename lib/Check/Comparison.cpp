//===- Comparison.cpp - Elements that should be equal
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace tir;

/// The bits of precision that a kernel may lose: the order of its sums is that
/// of the plain loops, but a schedule may have functions of its own.
static constexpr int kLostBits = 5, kFewestBits = 7;

Comparison::Comparison(Type type, ArrayRef<char> want) : elements(type) {
  if (!elements.areFloats())
    return;
  double largest = 0;
  size_t width = elements.getWidth();
  for (size_t at = 0; at + width <= want.size(); at += width) {
    double value = std::abs(elements.readFloat(want.data() + at));
    if (std::isfinite(value))
      largest = std::max(largest, value);
  }
  int bits = std::max<int>(
      cast<FloatType>(type).getFPMantissaWidth() - 1 - kLostBits, kFewestBits);
  tolerance = std::ldexp(largest, -bits);
}

bool Comparison::isNear(const char *want, const char *came) const {
  if (!elements.areFloats())
    return false;
  double a = elements.readFloat(want), b = elements.readFloat(came);
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= tolerance;
}

std::optional<size_t> Comparison::findDifference(ArrayRef<char> want,
                                                 ArrayRef<char> came) const {
  size_t width = elements.getWidth();
  for (size_t at = 0; at + width <= want.size(); at += width)
    if (std::memcmp(want.data() + at, came.data() + at, width) != 0 &&
        !isNear(want.data() + at, came.data() + at))
      return at / width;
  return std::nullopt;
}
