//===- ByteCount.h - Sizes as users write them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_BYTECOUNT_H
#define TIR_SUPPORT_BYTECOUNT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace tir {

/// What an error says that a size can be.
inline constexpr llvm::StringLiteral kByteCountRule =
    "expected a number of bytes, such as 65536, 0x10000, 64k or 1MiB (k is "
    "1024)";

/// Reads a size: a decimal or hexadecimal number, and a unit of binary
/// multiples as in linker scripts: `k`, `M` or `G`, in either case, or `KiB`,
/// `MiB` or `GiB`. Units of 1000 (`kB`) are not read, because many people mean
/// 1024 by them. Returns std::nullopt for other text, and for more than
/// INT64_MAX bytes.
std::optional<uint64_t> readByteCount(llvm::StringRef text);

} // namespace tir

#endif // TIR_SUPPORT_BYTECOUNT_H
