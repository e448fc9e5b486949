//===- ImageFile.cpp - The bytes of a program, whatever file they are in
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include <map>

using namespace llvm;
namespace endian = llvm::support::endian;

namespace {
/// Bytes at their addresses, which may come in any order.
class Memory {
public:
  void add(uint64_t address, StringRef bytes) {
    if (!bytes.empty())
      parts[address] = bytes.str();
  }

  std::string join() const {
    std::string all;
    uint64_t end = 0;
    for (const auto &[address, bytes] : parts) {
      if (address != end && !all.empty())
        all += '\0';
      all += bytes;
      end = address + bytes.size();
    }
    return all;
  }

private:
  std::map<uint64_t, std::string> parts;
};
} // namespace

static Error damaged(StringRef kind, size_t line) {
  return createStringError("line " + Twine(line) +
                           " is not a whole record of " + kind +
                           "; expected the file as the tool wrote it");
}

static uint8_t sumOf(StringRef bytes) {
  uint8_t sum = 0;
  for (char byte : bytes)
    sum += static_cast<uint8_t>(byte);
  return sum;
}

/// Reads a file of `kind`, each line of which is a record. `read` adds one to
/// the memory, and returns false if it is damaged.
static Expected<std::string>
readRecords(StringRef file, StringRef kind,
            function_ref<bool(StringRef line, Memory &memory)> read) {
  Memory memory;
  SmallVector<StringRef> lines;
  file.split(lines, '\n');
  for (auto [i, line] : enumerate(lines))
    if (!line.trim().empty() && !read(line.trim(), memory))
      return damaged(kind, i + 1);
  return memory.join();
}

/// `:LLAAAATT` data, checksum.
static Expected<std::string> readIntelHex(StringRef file) {
  uint64_t base = 0;
  return readRecords(file, "Intel HEX", [&](StringRef line, Memory &memory) {
    std::string bytes;
    if (!line.consume_front(":") || !tryGetFromHex(line, bytes) ||
        bytes.size() < 5 || uint8_t(bytes[0]) + 5u != bytes.size() ||
        sumOf(bytes) != 0)
      return false;
    StringRef data = StringRef(bytes).drop_front(4).drop_back();
    uint64_t address = endian::read16be(bytes.data() + 1);
    switch (bytes[3]) {
    case 0:
      memory.add(base + address, data);
      return true;
    case 2:
    case 4:
      if (data.size() != 2)
        return false;
      base = uint64_t(endian::read16be(data.data()))
             << (bytes[3] == 2 ? 4 : 16);
      return true;
    default:
      return true;
    }
  });
}

/// `S` type, bytes, address, data, checksum.
static bool readSRecord(StringRef line, Memory &memory) {
  std::string bytes;
  if (line.size() < 4 || line[0] != 'S' || !isDigit(line[1]) ||
      !tryGetFromHex(line.drop_front(2), bytes) ||
      uint8_t(bytes[0]) + 1u != bytes.size() || sumOf(bytes) != 0xff)
    return false;
  if (line[1] < '1' || line[1] > '3')
    return true;
  size_t width = 2 + (line[1] - '1');
  if (bytes.size() < 2 + width)
    return false;
  uint64_t address = 0;
  for (char byte : StringRef(bytes).substr(1, width))
    address = address << 8 | static_cast<uint8_t>(byte);
  memory.add(address, StringRef(bytes).drop_front(1 + width).drop_back());
  return true;
}

static constexpr size_t kUF2Block = 512;

static bool isUF2(StringRef file) {
  return file.size() >= kUF2Block && file.size() % kUF2Block == 0 &&
         endian::read32le(file.data()) == 0x0A324655 &&
         endian::read32le(file.data() + 4) == 0x9E5D5157;
}

static Expected<std::string> readUF2(StringRef file) {
  Memory memory;
  for (size_t at = 0; at < file.size(); at += kUF2Block) {
    const char *block = file.data() + at;
    uint32_t bytes = endian::read32le(block + 16);
    if (endian::read32le(block) != 0x0A324655 || bytes > 476)
      return createStringError(
          "block " + Twine(at / kUF2Block) +
          " is not a block of UF2; expected the file as the "
          "tool wrote it");
    // Blocks that are not for the main flash have this flag.
    if (!(endian::read32le(block + 8) & 1))
      memory.add(endian::read32le(block + 12), StringRef(block + 32, bytes));
  }
  return memory.join();
}

/// Returns the bytes of each array `tvmgen_<model>_model_info` in C.
static std::string readC(StringRef file) {
  std::string bytes;
  for (StringRef rest = file; !rest.empty();) {
    rest = rest.split("_model_info[").second;
    if (rest.empty())
      break;
    auto [head, numbers] = rest.split("] = {");
    if (head.size() > 6 || !all_of(head, isDigit))
      continue;
    for (StringRef number : split(numbers.split('}').first, ',')) {
      unsigned value;
      if (!to_integer(number.trim(), value, 10) || value > 255)
        break;
      bytes += static_cast<char>(value);
    }
    bytes += '\0';
  }
  return bytes;
}

Expected<std::string> tir::readImage(StringRef file) {
  StringRef text = file.ltrim();
  if (text.starts_with(":") && text.size() > 10 &&
      all_of(text.substr(1, 10), isHexDigit))
    return readIntelHex(file);
  if (text.size() > 4 && text[0] == 'S' && isDigit(text[1]) &&
      all_of(text.substr(1, 3), isHexDigit))
    return readRecords(file, "S-records", readSRecord);
  if (isUF2(file))
    return readUF2(file);
  std::string bytes = file.str();
  // Also the C in an archive.
  return bytes + readC(file);
}
