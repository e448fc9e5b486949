//===- Parameters.cpp - TVM's dictionaries of parameters
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Library.h"
#include "Metadata.h"

#include "llvm/ADT/StringExtras.h"
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

namespace {
/// Writes little-endian numbers.
struct ParameterWriter {
  std::string bytes;

  template <typename T>
  void write(T number) {
    char buffer[sizeof(T)];
    support::endian::write<T, endianness::little>(buffer, number);
    bytes.append(buffer, sizeof buffer);
  }
};
} // namespace

/// Returns the type as DLPack has it: the code, the bits, and one lane.
static uint32_t getDLPackType(StringRef dtype) {
  if (dtype == "bool")
    return 1 | 1 << 8 | 1 << 16;
  StringRef digits = dtype.drop_until([](char c) { return isDigit(c); });
  uint32_t code = dtype.starts_with("int")      ? 0
                  : dtype.starts_with("uint")   ? 1
                  : dtype.starts_with("bfloat") ? 4
                                                : 2;
  uint32_t bits = 0;
  to_integer(digits, bits, 10);
  return code | bits << 8 | 1 << 16;
}

std::string tir::mlf::makeParameters(ArrayRef<c::TensorInfo> inputs) {
  SmallVector<const c::TensorInfo *> weights;
  for (const c::TensorInfo &input : inputs)
    if (input.weight)
      weights.push_back(&input);
  ParameterWriter writer;
  writer.write<uint64_t>(kParametersMagic);
  writer.write<uint64_t>(0);
  writer.write<uint64_t>(weights.size());
  for (const c::TensorInfo *weight : weights) {
    writer.write<uint64_t>(weight->field.size());
    writer.bytes += weight->field;
  }
  writer.write<uint64_t>(weights.size());
  for (const c::TensorInfo *weight : weights) {
    constexpr uint64_t kCPU = 1;
    writer.write<uint64_t>(kArrayMagic);
    writer.write<uint64_t>(0);
    writer.write<uint64_t>(kCPU);
    writer.write<uint32_t>(weight->shape.size());
    writer.write<uint32_t>(getDLPackType(weight->dtype));
    for (int64_t extent : weight->shape)
      writer.write<uint64_t>(extent);
    SmallVector<uint8_t> data = weight->getWeightBytes(/*isBigEndian=*/false);
    writer.write<uint64_t>(data.size());
    writer.bytes.append(data.begin(), data.end());
  }
  return writer.bytes;
}

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
