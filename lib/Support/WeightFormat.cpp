//===- WeightFormat.cpp - The bytes of a file with weights
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/WeightFormat.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace tir;

// Where the numbers of the header are.
static constexpr size_t kFormatAt = 8, kSizeAt = 12, kOffsetAt = 16,
                        kBytesAt = 20, kAlignmentAt = 24, kVersionAt = 28,
                        kLayoutAt = 32, kLayoutBytesAt = 36, kCodeAt = 40,
                        kResultsAt = 72, kResultBytesAt = 76;

static void append32(std::string &to, uint32_t number) {
  char bytes[4];
  support::endian::write32le(bytes, number);
  to.append(bytes, 4);
}

static uint32_t read32(StringRef bytes, size_t at) {
  return support::endian::read32le(bytes.data() + at);
}

static uint32_t crcOf(StringRef bytes) {
  return crc32(arrayRefFromStringRef(bytes));
}

uint32_t WeightBlob::getOffset() const {
  return alignTo(kWeightHeader, alignment);
}

std::string WeightBlob::encode() const {
  std::string record;
  append32(record, layout.size());
  for (const Constant &constant : layout) {
    append32(record, constant.offset);
    append32(record, constant.bytes);
    record += constant.name + '\0';
  }
  uint32_t layoutAt = alignTo(getOffset() + weights.size(), 4);
  uint32_t resultsAt = alignTo(layoutAt + record.size(), 4);
  uint32_t size = alignTo(resultsAt + results.size(), 4) + 4;
  std::string all = kWeightMagic.str();
  for (size_t number : {size_t(kWeightFormat), size_t(size),
                        size_t(getOffset()), weights.size(), size_t(alignment),
                        size_t(version), size_t(layoutAt), record.size()})
    append32(all, number);
  all.append(code.begin(), code.end());
  append32(all, results.empty() ? 0 : resultsAt);
  append32(all, results.size());
  all.resize(getOffset(), '\0');
  all += weights;
  all.resize(layoutAt, '\0');
  all += record;
  all.resize(resultsAt, '\0');
  all += results;
  all.resize(size - 4, '\0');
  append32(all, crcOf(all));
  return all;
}

Expected<WeightBlob> WeightBlob::decode(StringRef bytes) {
  if (bytes.size() < kWeightHeader || !bytes.starts_with(kWeightMagic))
    return createStringError("is not a file with weights; expected one that "
                             "tirc --weights=blob wrote");
  if (read32(bytes, kFormatAt) != kWeightFormat)
    return createStringError("has weights in form " +
                             Twine(read32(bytes, kFormatAt)) +
                             "; expected form " + Twine(kWeightFormat));
  uint32_t size = read32(bytes, kSizeAt);
  if (size != bytes.size() || size % 4 != 0 ||
      read32(bytes, size - 4) != crcOf(bytes.drop_back(4)))
    return createStringError("is damaged: its bytes do not have its CRC; "
                             "expected the file as tirc wrote it");
  uint64_t at = read32(bytes, kOffsetAt), count = read32(bytes, kBytesAt);
  uint64_t layoutAt = read32(bytes, kLayoutAt),
           layoutBytes = read32(bytes, kLayoutBytesAt);
  if (at + count > size || layoutBytes < 4 || layoutAt + layoutBytes > size)
    return createStringError("is damaged: its parts do not fit in it");
  uint64_t resultsAt = read32(bytes, kResultsAt),
           resultBytes = read32(bytes, kResultBytesAt);
  if (resultsAt + resultBytes > size)
    return createStringError("is damaged: its parts do not fit in it");
  WeightBlob blob;
  blob.results = bytes.substr(resultsAt, resultBytes).str();
  llvm::copy(bytes.substr(kCodeAt, blob.code.size()), blob.code.begin());
  blob.version = read32(bytes, kVersionAt);
  blob.alignment = read32(bytes, kAlignmentAt);
  blob.weights = bytes.substr(at, count).str();
  StringRef record = bytes.substr(layoutAt, layoutBytes);
  uint32_t constants = read32(record, 0);
  record = record.drop_front(4);
  for (uint32_t i = 0; i < constants; ++i) {
    size_t end = record.find('\0', 8);
    if (record.size() < 9 || end == StringRef::npos)
      return createStringError("is damaged: its layout ends too early");
    blob.layout.push_back(
        {read32(record, 0), read32(record, 4), record.slice(8, end).str()});
    record = record.drop_front(end + 1);
  }
  return blob;
}

//===----------------------------------------------------------------------===//
// Whether weights fit
//===----------------------------------------------------------------------===//

/// A line that says where the following ones are from.
static constexpr char kPlace = '@';

std::array<uint8_t, 32> tir::hashOfFit(StringRef text) {
  SHA256 hash;
  for (StringRef line : split(text, '\n'))
    if (!line.starts_with(kPlace)) {
      hash.update(line);
      hash.update("\n");
    }
  return hash.final();
}

namespace {
/// The lines of such a text one by one, without places.
struct Lines {
  explicit Lines(StringRef text) : rest(text) {}

  bool next() {
    while (!rest.empty()) {
      std::tie(line, rest) = rest.split('\n');
      if (!line.starts_with(kPlace))
        return true;
      place = line.drop_front();
    }
    line = "";
    return false;
  }

  StringRef rest, line, place;
};
} // namespace

/// Returns the part of a line, not longer than people read, that begins where
/// it begins to differ from another one.
static std::string shorten(StringRef line, StringRef other) {
  constexpr size_t kBefore = 60, kMost = 160;
  if (line.empty())
    return "nothing more";
  size_t same = 0;
  while (same < std::min(line.size(), other.size()) &&
         line[same] == other[same])
    ++same;
  size_t begin = line.size() <= kMost || same < kBefore ? 0 : same - kBefore;
  StringRef part = line.substr(begin, kMost);
  return ((begin != 0 ? "..." : "") + part.trim() +
          (begin + kMost < line.size() ? "..." : ""))
      .str();
}

std::string tir::whyNotFitting(StringRef expected, StringRef text) {
  Lines before(expected), now(text);
  while (true) {
    bool hasBefore = before.next(), hasNow = now.next();
    if (!hasBefore && !hasNow)
      return "";
    if (hasBefore && hasNow && before.line == now.line)
      continue;
    StringRef place = hasNow ? now.place : before.place;
    return (place + ": expected '" + shorten(before.line, now.line) +
            "', as in the firmware, but came '" +
            shorten(now.line, before.line) + "'")
        .str();
  }
}
