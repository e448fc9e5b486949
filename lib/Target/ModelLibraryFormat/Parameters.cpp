//===- Parameters.cpp - TVM's dictionaries of parameters
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Library.h"

#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace tir::mlf;

/// The first eight bytes of an array. Source: TVM v0.14
/// include/tvm/runtime/ndarray.h (kTVMNDArrayMagic).
static constexpr uint64_t kArrayMagic = 0xDD5E40F096B4A13F;

namespace {
/// Reads from the beginning of `rest` what is still there.
struct ParameterReader {
  StringRef rest;

  bool skip(uint64_t bytes) {
    if (bytes > rest.size())
      return false;
    rest = rest.drop_front(bytes);
    return true;
  }

  template <typename T>
  std::optional<T> read() {
    StringRef bytes = rest.take_front(sizeof(T));
    if (!skip(sizeof(T)))
      return std::nullopt;
    return support::endian::read<T, endianness::little>(bytes.data());
  }

  bool skipName() {
    std::optional<uint64_t> length = read<uint64_t>();
    return length && skip(*length);
  }

  /// Skips the magic number, a reserved word, the device, the rank, the type,
  /// the extents, and the data after the number of its bytes.
  bool skipArray() {
    if (read<uint64_t>() != kArrayMagic || !skip(2 * sizeof(uint64_t)))
      return false;
    std::optional<uint32_t> rank = read<uint32_t>();
    if (!rank || !skip(sizeof(uint32_t)) || !skip(sizeof(uint64_t) * *rank))
      return false;
    std::optional<uint64_t> bytes = read<uint64_t>();
    return bytes && skip(*bytes);
  }
};
} // namespace

bool tir::mlf::isParameterDictionary(StringRef bytes) {
  ParameterReader reader{bytes};
  if (reader.read<uint64_t>() != kParametersMagic ||
      !reader.skip(sizeof(uint64_t)))
    return false;
  std::optional<uint64_t> names = reader.read<uint64_t>();
  for (uint64_t i = 0; names && i < *names; ++i)
    if (!reader.skipName())
      return false;
  if (!names || reader.read<uint64_t>() != names)
    return false;
  for (uint64_t i = 0; i < *names; ++i)
    if (!reader.skipArray())
      return false;
  return true;
}
