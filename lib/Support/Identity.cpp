//===- Identity.cpp - What a compiled model says of itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/Identity.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"

using namespace tir;
using llvm::StringRef;
namespace endian = llvm::support::endian;

/// Begins with a byte that no text has. The last byte is the version of the
/// form.
static constexpr StringRef kIdentityMagic("\xf4TIRCMI", 7);
static constexpr uint8_t kForm = 1;

// The places of the fields.
static constexpr size_t kSizeAt = 8, kCRCAt = 12, kModelAt = 16, kCodeAt = 48,
                        kTextAt = 64;

/// Returns the CRC-32 of all bytes except its own.
static uint32_t crcOf(StringRef bytes) {
  auto [before, after] =
      std::pair(bytes.take_front(kCRCAt), bytes.drop_front(kModelAt));
  return llvm::crc32(llvm::crc32(llvm::arrayRefFromStringRef(before)),
                     llvm::arrayRefFromStringRef(after));
}

static void writeCRC(char *bytes, size_t size) {
  endian::write32le(bytes + kCRCAt, crcOf(StringRef(bytes, size)));
}

std::string Identity::encode() const {
  std::string text = (kIdentityMagic + StringRef("\x01", 1)).str();
  text.resize(kTextAt);
  text[kSizeAt + 2] = static_cast<char>(api);
  text[kSizeAt + 3] = static_cast<char>(form);
  llvm::copy(model, text.begin() + kModelAt);
  llvm::copy(code, text.begin() + kCodeAt);
  text += name + '\0' + version + '\0';
  text += llvm::join(options, "\n");
  text += '\0';
  endian::write16le(text.data() + kSizeAt, text.size());
  writeCRC(text.data(), text.size());
  return text;
}

/// Quotes an argument by a backslash before each character that would end or
/// divide it.
static std::string quoteArgument(StringRef argument) {
  std::string quoted;
  for (char c : argument) {
    if (llvm::isSpace(c) || c == '"' || c == '\'' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string Identity::makeResponseFile() const {
  std::string text = name.empty() ? "" : "--model-name=" + name + "\n";
  for (const std::string &option : options)
    text += quoteArgument(option) + "\n";
  return text;
}

std::string tir::toHexadecimal(llvm::ArrayRef<uint8_t> bytes) {
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

bool tir::readHash(StringRef text, Identity::Hash &hash) {
  std::string bytes;
  if (text.size() != 2 * hash.size() || !llvm::tryGetFromHex(text, bytes))
    return false;
  llvm::copy(bytes, hash.begin());
  return true;
}

Identity::Hash tir::hashOf(StringRef bytes) {
  return llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes));
}

/// Returns the size of the identity at the beginning of these bytes; 0 if there
/// is none of this form.
static size_t identitySize(StringRef bytes) {
  if (bytes.size() < kTextAt || !bytes.starts_with(kIdentityMagic) ||
      static_cast<uint8_t>(bytes[kIdentityMagic.size()]) != kForm)
    return 0;
  size_t size = endian::read16le(bytes.data() + kSizeAt);
  return size > kTextAt && size <= bytes.size() ? size : 0;
}

void tir::sealIdentities(std::string &code) {
  // Where they are, and how many bytes each has.
  std::vector<std::pair<size_t, size_t>> places;
  for (size_t at = code.find(kIdentityMagic); at != std::string::npos;
       at = code.find(kIdentityMagic, at + 1)) {
    StringRef found = StringRef(code).drop_front(at);
    size_t size = identitySize(found);
    if (size != 0 && crcOf(found.take_front(size)) ==
                         endian::read32le(found.data() + kCRCAt))
      places.emplace_back(at, size);
  }
  for (auto [at, size] : places) {
    std::fill_n(code.data() + at + kCodeAt, sizeof(Identity::Digest), 0);
    endian::write32le(code.data() + at + kCRCAt, 0);
  }
  Identity::Hash hash = hashOf(code);
  for (auto [at, size] : places) {
    std::copy_n(hash.begin(), sizeof(Identity::Digest),
                code.data() + at + kCodeAt);
    writeCRC(code.data() + at, size);
  }
}

static Identity decode(StringRef bytes) {
  Identity identity;
  identity.api = static_cast<uint8_t>(bytes[kSizeAt + 2]);
  identity.form = static_cast<CodeForm>(bytes[kSizeAt + 3]);
  std::copy_n(bytes.begin() + kModelAt, identity.model.size(),
              identity.model.begin());
  std::copy_n(bytes.begin() + kCodeAt, identity.code.size(),
              identity.code.begin());
  auto [name, rest] = bytes.drop_front(kTextAt).split('\0');
  auto [version, options] = rest.split('\0');
  identity.name = name.str();
  identity.version = version.str();
  for (StringRef option : llvm::split(options.split('\0').first, '\n'))
    if (!option.empty())
      identity.options.push_back(option.str());
  return identity;
}

std::vector<FoundIdentity>
tir::findIdentities(StringRef image, std::vector<std::string> &problems) {
  std::vector<FoundIdentity> found;
  for (size_t at = image.find(kIdentityMagic); at != StringRef::npos;
       at = image.find(kIdentityMagic, at + 1)) {
    StringRef rest = image.drop_front(at);
    std::string place = "at byte " + std::to_string(at) + ": ";
    size_t size = identitySize(rest);
    if (rest.size() > kIdentityMagic.size() &&
        static_cast<uint8_t>(rest[kIdentityMagic.size()]) > kForm) {
      problems.push_back(
          place + "what says which model this is has form " +
          std::to_string(static_cast<uint8_t>(rest[kIdentityMagic.size()])) +
          ", but this tirc knows form " + std::to_string(kForm) +
          "; expected a tirc as new as the one that compiled the model");
      continue;
    }
    if (size == 0 || crcOf(rest.take_front(size)) !=
                         endian::read32le(rest.data() + kCRCAt)) {
      problems.push_back(
          place + "what says which model this is is damaged or cut off; "
                  "expected the whole file, or a copy of the whole flash");
      continue;
    }
    found.push_back({decode(rest.take_front(size)), rest.take_front(size)});
  }
  return found;
}
