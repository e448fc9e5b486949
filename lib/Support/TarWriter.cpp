//===- TarWriter.cpp - Files as the bytes of a tar archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TarHeader.h"
#include "tir/Support/Tar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <optional>
#include <utility>

using namespace llvm;
using namespace tir;

/// Writes as many digits as the field has room for, before its NUL.
template <size_t N>
static void setOctal(char (&field)[N], uint64_t value) {
  field[N - 1] = '\0';
  for (size_t i = N - 1; i > 0; --i, value >>= 3)
    field[i - 1] = '0' + (value & 7);
}

template <size_t N>
static void setText(char (&field)[N], StringRef text) {
  std::memcpy(field, text.data(), std::min(N, text.size()));
}

/// Returns whether a field with N bytes has enough digits for the value.
template <size_t N>
static bool fits(const char (&)[N], uint64_t value) {
  return value >> (3 * (N - 1)) == 0;
}

/// Returns the two fields for a name, or std::nullopt if they have no room for
/// it.
static std::optional<std::pair<StringRef, StringRef>> split(StringRef name) {
  if (name.size() <= sizeof(TarHeader::name))
    return std::pair(StringRef(), name);
  // The longest prefix that fits leaves the shortest rest.
  size_t slash = name.rfind('/', sizeof(TarHeader::prefix));
  if (slash == StringRef::npos || slash == 0 ||
      name.size() - slash - 1 > sizeof(TarHeader::name) ||
      slash + 1 == name.size())
    return std::nullopt;
  return std::pair(name.take_front(slash), name.drop_front(slash + 1));
}

/// Returns the line `<length> <key>=<value>`, whose length includes its own
/// digits.
static std::string paxRecord(StringRef key, const Twine &value) {
  std::string rest = (" " + key + "=" + value + "\n").str();
  size_t length = rest.size();
  while (length != rest.size() + std::to_string(length).size())
    length = rest.size() + std::to_string(length).size();
  return std::to_string(length) + rest;
}

static void append(std::string &archive, TarHeader header, char type,
                   StringRef contents, uint64_t time) {
  header.type = type;
  setOctal(header.mode, 0644);
  setOctal(header.uid, 0);
  setOctal(header.gid, 0);
  setOctal(header.size,
           fits(header.size, contents.size()) ? contents.size() : 0);
  setOctal(header.time, time);
  setText(header.magic, StringRef("ustar\0", 6));
  setText(header.version, "00");
  setText(header.userName, "root");
  setText(header.groupName, "root");
  setOctal(header.deviceMajor, 0);
  setOctal(header.deviceMinor, 0);
  // The checksum is six digits, NUL and blank, unlike other numbers.
  char digits[7];
  setOctal(digits, header.sum<unsigned char>());
  std::memcpy(header.checksum, digits, sizeof(digits));
  header.checksum[7] = ' ';
  archive.append(reinterpret_cast<const char *>(&header), sizeof(header));
  archive.append(contents.data(), contents.size());
  archive.resize(alignTo(archive.size(), kTarBlockSize), '\0');
}

std::string tir::writeTar(ArrayRef<TarFile> files, uint64_t time) {
  std::string archive;
  for (const TarFile &file : files) {
    TarHeader header = {};
    std::string pax;
    if (auto parts = split(file.name)) {
      setText(header.prefix, parts->first);
      setText(header.name, parts->second);
    } else {
      pax += paxRecord("path", file.name);
      setText(header.name, file.name);
    }
    if (!fits(header.size, file.contents.size()))
      pax += paxRecord("size", Twine(file.contents.size()));
    if (!pax.empty()) {
      TarHeader extension = {};
      setText(extension.name, "./PaxHeaders");
      append(archive, extension, 'x', pax, time);
    }
    append(archive, header, '0', file.contents, time);
  }
  // Two empty blocks mark the end.
  archive.append(2 * kTarBlockSize, '\0');
  return archive;
}
