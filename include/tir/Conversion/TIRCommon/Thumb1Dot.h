//===- Thumb1Dot.h - Inner products in the assembly of a Cortex-M0+
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TIRCOMMON_THUMB1DOT_H
#define TIR_CONVERSION_TIRCOMMON_THUMB1DOT_H

#include <cstdint>
#include <string>
#include <vector>

namespace tir {

/// The assembly that multiplies the elements of one pixel with four channels.
/// Its operands are numbers in lower registers that nothing reads afterwards;
/// the addresses of elements and weights in lower registers; the sums in upper
/// registers, which only additions can use; and where the weights end, if it is
/// a whole loop. A loop in C around assembly would move the sums to lower
/// registers and back.
struct Thumb1Dot {
  static constexpr int64_t kChannels = 4;

  /// The elements of an iteration. There is at least one iteration.
  int64_t unroll;
  /// Whether 128 was added to the weights only, so that there is another sum:
  /// of the elements.
  bool hasExcess;
  /// Whether words are the weights of two channels. The first sum of two
  /// channels then gets the products of both, the ones of the second channel
  /// times 2^16.
  bool hasPairs;

  /// Whether it is the whole loop. With five sums in upper registers, clang 22
  /// fails to allocate registers for it, so that it is one iteration then.
  bool isLoop() const { return !hasExcess; }

  /// The numbers of operands.
  int64_t getNumScratches() const { return hasPairs ? 1 : 2; }
  int64_t getNumSums() const { return kChannels + (hasExcess ? 1 : 0); }
  /// The registers for words of weights.
  static constexpr const char *kWords[] = {"r4", "r5"};

  /// Returns the instructions for each element of an iteration, and for the
  /// next iteration. `mark` stands in front of the number of an operand.
  std::vector<std::vector<std::string>> getInstructions(char mark) const;
};

} // namespace tir

#endif // TIR_CONVERSION_TIRCOMMON_THUMB1DOT_H
