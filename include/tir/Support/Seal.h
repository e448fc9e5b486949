//===- Seal.h - Detecting changes in a text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_SEAL_H
#define TIR_SUPPORT_SEAL_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tir {

/// Placeholder for the checksum in a text that is to be sealed.
inline constexpr llvm::StringLiteral kUnsealed = "(checksum 0000000000000000)";

/// Replaces the `kUnsealed` in the text by a checksum of the whole text.
std::string seal(std::string text);

/// Returns whether `seal` wrote this text and nobody has changed it since.
bool isSealed(llvm::StringRef text);

} // namespace tir

#endif // TIR_SUPPORT_SEAL_H
