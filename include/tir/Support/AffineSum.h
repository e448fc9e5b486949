//===- AffineSum.h - Short exact forms of functions of quantised elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A quantised addition rescales two int8 elements to 32 bits, adds them, and
// rescales the sum to int8: three 64-bit products for an element. It is a
// function of 65,536 pairs, and often equals a rounded sum of two 32-bit
// products for all of them. This file finds such a sum.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_AFFINESUM_H
#define TIR_SUPPORT_AFFINESUM_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>

namespace tir {

/// A rounded sum of two products, with an arithmetic shift:
///
///     clamp((x * xFactor + y * yFactor + offset) >> shift, min, max)
struct AffineSum {
  int32_t xFactor, yFactor, offset;
  /// From 0 to 31.
  unsigned shift;
  /// The smallest and the largest result, both included.
  int32_t min, max;

  int64_t evaluate(int64_t x, int64_t y) const;
};

/// The results of a function of two int8 numbers: element 256 * (x + 128) + y +
/// 128 is the result for x and y. A function of one number has 256 results, and
/// element x + 128 is the result for x.
using Int8Results = llvm::ArrayRef<int32_t>;

/// Returns whether the form has the function's result for every argument, and
/// no 32-bit sum overflows.
bool verifyAffineSum(Int8Results results, const AffineSum &sum);

/// Finds a form of a function with results from -128 to 127. Returns nullopt
/// if the search, which is not complete, finds none. A form that is returned
/// was verified. The second factor for a function of one number is 0.
std::optional<AffineSum> findAffineSum(Int8Results results);

/// A rounded sum of two products whose shift is the same for all functions, so
/// that only the numbers of the sum depend on what a model was trained to:
///
///     high = ((x << 24) * xFactor + (y << 24) * yFactor) >> 32
///     clamp((high + offset) >> 20, min, max)
///
/// The products have 64 bits, and a factor is less than 8: more precision and
/// more range than `AffineSum` has, for a few more instructions.
struct FixedSum {
  /// The bits of the fraction of a factor, and of an offset.
  static constexpr unsigned kFactorBits = 28, kOffsetBits = 20;

  int32_t xFactor, yFactor, offset;
  /// The smallest and the largest result, both included.
  int32_t min, max;

  int64_t evaluate(int64_t x, int64_t y) const;
};

/// Returns whether the form has the function's result for every argument, and
/// neither the high words nor their sum with the offset overflow.
bool verifyFixedSum(Int8Results results, const FixedSum &sum);

/// Finds such a form, as `findAffineSum` does.
std::optional<FixedSum> findFixedSum(Int8Results results);

} // namespace tir

#endif // TIR_SUPPORT_AFFINESUM_H
