//===- WeightFormat.h - The bytes of a file with weights
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_WEIGHTFORMAT_H
#define TIR_SUPPORT_WEIGHTFORMAT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tir {

/// The first bytes of a file with weights.
inline constexpr llvm::StringLiteral kWeightMagic = "\xf4TIRCWB\n";
/// The version of its form.
inline constexpr uint32_t kWeightFormat = 1;
/// The bytes before the weights, if their alignment is not larger.
inline constexpr uint32_t kWeightHeader = 128;

/// The weights of a model, for code that was generated with --weights=blob.
/// docs/Weights.md describes the bytes.
struct WeightBlob {
  /// A constant, and where it lies in the weights.
  struct Constant {
    uint32_t offset, bytes;
    std::string name;
  };

  /// The SHA-256 of the code and the layout.
  std::array<uint8_t, 32> code = {};
  /// The number that the application's update gives these weights.
  uint32_t version = 0;
  uint32_t alignment = 1;
  std::string weights;
  std::vector<Constant> layout;
  /// What a self-test expects of these weights; empty for none.
  std::string results;

  /// Returns where the weights begin.
  uint32_t getOffset() const;
  std::string encode() const;
  /// Reads the bytes. The error says what is wrong with them.
  static llvm::Expected<WeightBlob> decode(llvm::StringRef bytes);
};

/// Returns why weights for the code `text` do not fit the code `expected`, in
/// the form that `makeFitText` makes, or an empty string if they do.
std::string whyNotFitting(llvm::StringRef expected, llvm::StringRef text);

/// Returns the SHA-256 of such a text without the places in it.
std::array<uint8_t, 32> hashOfFit(llvm::StringRef text);

} // namespace tir

#endif // TIR_SUPPORT_WEIGHTFORMAT_H
