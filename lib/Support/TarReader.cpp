//===- TarReader.cpp - The members of a tar archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TarHeader.h"
#include "tir/Support/Tar.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <optional>

using namespace llvm;
using namespace tir;

namespace {
class TarReader {
public:
  explicit TarReader(StringRef bytes) : bytes(bytes) {}

  Expected<std::vector<TarMember>> read();

private:
  Error error(const Twine &what) const {
    return createStringError(formatv("member {0} at byte {1}: {2}",
                                     members.size() + 1, headerAt, what.str())
                                 .str());
  }

  Expected<const TarHeader *> readHeader();
  Expected<StringRef> readContents(uint64_t size);
  Error readPax(StringRef records, bool isGlobal);
  Error readMember(const TarHeader &header);
  Error readExtension(const TarHeader &header);

  StringRef bytes;
  size_t at = 0, headerAt = 0;
  std::vector<TarMember> members;
  /// What the blocks before a member say about it.
  std::optional<std::string> longName;
  std::optional<uint64_t> longSize;
};
} // namespace

template <size_t N>
static StringRef getText(const char (&field)[N]) {
  return StringRef(field, strnlen(field, N));
}

/// Reads octal digits between blanks or NULs, or GNU's form for large numbers:
/// a set bit, then the number in binary with the most significant byte first.
template <size_t N>
static std::optional<uint64_t> getNumber(const char (&field)[N]) {
  if (field[0] & 0x80) {
    uint64_t value = field[0] & 0x7f;
    for (size_t i = 1; i < N; ++i) {
      if (value >> 56)
        return std::nullopt;
      value = value << 8 | static_cast<unsigned char>(field[i]);
    }
    return value;
  }
  StringRef text = getText(field).trim(' ');
  uint64_t value = 0;
  if (text.empty())
    return 0;
  if (text.getAsInteger(8, value))
    return std::nullopt;
  return value;
}

Expected<const TarHeader *> TarReader::readHeader() {
  headerAt = at;
  if (bytes.size() - at < kTarBlockSize)
    return error(formatv("the archive ends within a header, after {0} bytes; "
                         "expected {1} or the two empty blocks that are its "
                         "end: it is cut off",
                         bytes.size(), at + kTarBlockSize));
  const auto *header = reinterpret_cast<const TarHeader *>(bytes.data() + at);
  at += kTarBlockSize;
  StringRef block = bytes.substr(headerAt, kTarBlockSize);
  if (block.find_first_not_of('\0') == StringRef::npos) {
    if (bytes.size() - at < kTarBlockSize ||
        bytes.substr(at, kTarBlockSize).find_first_not_of('\0') !=
            StringRef::npos)
      return error("an empty block is not followed by a second one; expected "
                   "two at the end: the archive is damaged");
    return nullptr;
  }
  std::optional<uint64_t> noted = getNumber(header->checksum);
  int64_t sum = header->sum<unsigned char>();
  if (!noted || (static_cast<int64_t>(*noted) != sum &&
                 static_cast<int64_t>(*noted) != header->sum<signed char>()))
    return error(
        formatv("the header's checksum is {0}; expected {1}, the "
                "sum of its bytes: the archive is damaged, or is not a "
                "tar archive",
                noted ? utostr(*noted) : "not a number", sum));
  return header;
}

Expected<StringRef> TarReader::readContents(uint64_t size) {
  if (size > bytes.size() - at)
    return error(formatv("has {0} bytes, of which {1} are there: the archive "
                         "is cut off or damaged",
                         size, bytes.size() - at));
  StringRef contents = bytes.substr(at, size);
  // The last member's padding may be cut off only with the archive's end.
  at = std::min<uint64_t>(bytes.size(), alignTo(at + size, kTarBlockSize));
  return contents;
}

Error TarReader::readPax(StringRef records, bool isGlobal) {
  while (!records.empty()) {
    auto [digits, rest] = records.split(' ');
    size_t length = 0;
    if (digits.getAsInteger(10, length) || length > records.size() ||
        length < digits.size() + 3 || records[length - 1] != '\n')
      return error("its pax header has a record without a proper length; "
                   "expected '<length> <key>=<value>' and the end of a line");
    auto [key, value] =
        records.take_front(length - 1).drop_front(digits.size() + 1).split('=');
    records = records.drop_front(length);
    if (key != "path" && key != "size")
      continue;
    if (isGlobal)
      return error("a global pax header has '" + key +
                   "'; expected it only in the header of one member");
    if (key == "path")
      longName = value.str();
    else if (uint64_t size; !value.getAsInteger(10, size))
      longSize = size;
    else
      return error("its pax header has the size '" + value +
                   "'; expected a number");
  }
  return Error::success();
}

Error TarReader::readMember(const TarHeader &header) {
  TarMember member;
  bool hasPrefix = getText(header.magic) == "ustar";
  if (longName)
    member.name = *std::exchange(longName, std::nullopt);
  else if (hasPrefix && header.prefix[0])
    member.name = (getText(header.prefix) + "/" + getText(header.name)).str();
  else
    member.name = getText(header.name).str();
  if (member.name.empty() || StringRef(member.name).contains('\0'))
    return error("has no proper name; expected one without a NUL");

  std::optional<uint64_t> size = getNumber(header.size);
  if (longSize)
    size = std::exchange(longSize, std::nullopt);
  if (!size)
    return error("'" + member.name + "': its size is not a number");
  bool isFile = header.type == '0' || header.type == '\0' || header.type == '7';
  member.isFolder =
      header.type == '5' || (isFile && StringRef(member.name).ends_with("/"));
  if (!isFile && !member.isFolder)
    return error("'" + member.name + "' is of the type '" +
                 Twine(isPrint(header.type) ? header.type : '?') +
                 "' (such as a link or a device); expected only files and "
                 "folders");
  if (member.isFolder && *size)
    return error("'" + member.name + "' is a folder with " + Twine(*size) +
                 " bytes; expected 0");
  Expected<StringRef> contents = readContents(*size);
  if (!contents)
    return contents.takeError();
  member.contents = *contents;
  members.push_back(std::move(member));
  return Error::success();
}

/// Reads a header that says more about the next member. 'L' and 'K' are GNU's:
/// a name that is too long for its field, and a link's name that is.
Error TarReader::readExtension(const TarHeader &header) {
  std::optional<uint64_t> size = getNumber(header.size);
  if (!size)
    return error("the size of an extension header is not a number");
  Expected<StringRef> contents = readContents(*size);
  if (!contents)
    return contents.takeError();
  if (header.type == 'L')
    longName = contents->take_until([](char c) { return !c; }).str();
  else if (header.type != 'K')
    return readPax(*contents, /*isGlobal=*/header.type == 'g');
  return Error::success();
}

Expected<std::vector<TarMember>> TarReader::read() {
  while (true) {
    Expected<const TarHeader *> header = readHeader();
    if (!header)
      return header.takeError();
    if (!*header) {
      if (longName || longSize)
        return error("the archive ends after a header that names a member");
      return std::move(members);
    }
    bool isExtension = StringRef("xgLK").contains((*header)->type);
    if (Error problem =
            isExtension ? readExtension(**header) : readMember(**header))
      return std::move(problem);
  }
}

Expected<std::vector<TarMember>> tir::readTar(StringRef bytes) {
  return TarReader(bytes).read();
}
