//===- Escape.h - Text of a model in other languages
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model's names may contain any bytes. Code that writes such a name into C,
// HTML or a shell command calls the function for that language. llvm::json
// writes JSON and escapes it; call llvm::json::fixUTF8 before.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_ESCAPE_H
#define TIR_SUPPORT_ESCAPE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tir {

/// Makes invisible characters visible. Writes control characters, characters
/// that change the direction of what follows, and line separators as
/// `<U+202E>`, and bytes that are not UTF-8 as `<0xFF>`. Keeps line feeds.
std::string makeVisible(llvm::StringRef text);

/// Escapes text for one line of a `/* */` comment: makes it visible, and breaks
/// up comment marks, trigraphs and a backslash at the end.
std::string escapeForComment(llvm::StringRef text);

/// Returns a string literal of C, with its quotation marks, that has these
/// bytes.
std::string makeCString(llvm::StringRef text);

/// Escapes text for HTML, as text or as the value of an attribute, and makes it
/// visible.
std::string escapeForHTML(llvm::StringRef text);

/// Returns the text as one word of a POSIX shell, in quotation marks if it
/// needs them.
std::string quoteForShell(llvm::StringRef text);

} // namespace tir

#endif // TIR_SUPPORT_ESCAPE_H
