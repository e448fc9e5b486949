//===- CText.h - Reading the text of C without a compiler
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_CTEXT_H
#define TIR_SUPPORT_CTEXT_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tir {

/// Replaces comments and literals by blanks, so that nothing is found in them.
/// Line ends stay.
std::string blankOutC(llvm::StringRef text);

/// Returns the bytes of the texts that code made from C contains: each string
/// literal once, with its end. Literals of declarations and of assembly, such
/// as the name of a section, do not count.
uint64_t countTextBytes(llvm::StringRef source);

/// Returns whether an identifier can have this character.
inline bool isNamePart(char c) { return llvm::isAlnum(c) || c == '_'; }

} // namespace tir

#endif // TIR_SUPPORT_CTEXT_H
