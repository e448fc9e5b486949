//===- ByteCount.cpp - Sizes as users write them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/ByteCount.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

/// Removes the unit at the end of the text, and returns the power of two that
/// it means.
static unsigned consumeUnit(StringRef &text) {
  text.consume_back_insensitive("iB");
  constexpr StringLiteral kUnits = "kmg";
  size_t unit =
      text.empty() ? StringRef::npos : kUnits.find(toLower(text.back()));
  if (unit == StringRef::npos)
    return 0;
  text = text.drop_back();
  return 10 * (unit + 1);
}

std::optional<uint64_t> tir::readByteCount(StringRef text) {
  StringRef number = text;
  unsigned shift = consumeUnit(number);
  // `iB` alone is not a unit.
  if (shift == 0)
    number = text;
  unsigned radix = number.consume_front_insensitive("0x") ? 16 : 10;
  uint64_t count;
  if (!to_integer(number, count, radix) || count > uint64_t(INT64_MAX) >> shift)
    return std::nullopt;
  return count << shift;
}
