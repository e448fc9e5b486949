//===- ChecksumText.h - The CRC in C text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_CHECKSUMTEXT_H
#define TIR_LIB_COMPILER_CHECKSUMTEXT_H

#include "llvm/ADT/StringRef.h"

namespace tir {

/// The body of a C function of `const uint8_t *bytes` and `size_t size` that
/// returns their CRC-32, as zlib's.
inline constexpr llvm::StringLiteral kChecksumBody = R"({
  static const uint32_t table[16] = {
      0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
      0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < size; ++i) {
    crc ^= bytes[i];
    crc = (crc >> 4) ^ table[crc & 15u];
    crc = (crc >> 4) ^ table[crc & 15u];
  }
  return ~crc;
})";

} // namespace tir

#endif // TIR_LIB_COMPILER_CHECKSUMTEXT_H
