//===- Seal.cpp - Detecting changes in a text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/Seal.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

static constexpr size_t kDigits = 16;
static constexpr StringLiteral kBefore = "(checksum ";

static std::string computeChecksum(StringRef unsealed) {
  return formatv("{0:x-16}", xxh3_64bits(unsealed)).str();
}

std::string tir::seal(std::string text) {
  std::string checksum = computeChecksum(text);
  size_t at = StringRef(text).find(kUnsealed);
  if (at != StringRef::npos)
    text.replace(at + kBefore.size(), kDigits, checksum);
  return text;
}

bool tir::isSealed(StringRef text) {
  size_t at = text.find(kBefore);
  if (at == StringRef::npos || text.size() < at + kUnsealed.size())
    return false;
  std::string unsealed = text.str();
  unsealed.replace(at, kUnsealed.size(), kUnsealed);
  return seal(std::move(unsealed)) == text;
}
