//===- Seal.h - Whether a text is still as it was written
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

/// What stands for the checksum in a text that is to be sealed.
inline constexpr llvm::StringLiteral kUnsealed = "(checksum 0000000000000000)";

/// The text with a checksum of all of it in place of its `kUnsealed`.
std::string seal(std::string text);

/// Whether `seal` wrote that text, and nobody changed it since.
bool isSealed(llvm::StringRef text);

} // namespace tir

#endif // TIR_SUPPORT_SEAL_H
