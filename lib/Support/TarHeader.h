//===- TarHeader.h - The block before each member of a tar archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SUPPORT_TARHEADER_H
#define TIR_LIB_SUPPORT_TARHEADER_H

#include <cstddef>
#include <cstdint>

namespace tir {

inline constexpr size_t kTarBlockSize = 512;

/// Fields contain text, padded with NUL. Numbers are octal digits. Source: IEEE
/// Std 1003.1, `pax`, ustar Interchange Format.
struct TarHeader {
  char name[100];
  char mode[8];
  char uid[8];
  char gid[8];
  char size[12];
  char time[12];
  char checksum[8];
  char type;
  char linkName[100];
  char magic[6];
  char version[2];
  char userName[32];
  char groupName[32];
  char deviceMajor[8];
  char deviceMinor[8];
  char prefix[155];
  char padding[12];

  /// Returns the sum of the bytes, with the checksum's bytes taken as blanks.
  /// Some old writers took bytes as signed.
  template <typename Byte>
  int64_t sum() const {
    int64_t result = 0;
    const auto *bytes = reinterpret_cast<const Byte *>(this);
    for (size_t i = 0; i < kTarBlockSize; ++i)
      result +=
          i >= offsetof(TarHeader, checksum) && i < offsetof(TarHeader, type)
              ? ' '
              : bytes[i];
    return result;
  }
};
static_assert(sizeof(TarHeader) == kTarBlockSize);

} // namespace tir

#endif // TIR_LIB_SUPPORT_TARHEADER_H
