//===- Escape.h - Text of a model in other languages
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model's names may hold any bytes. Whatever writes one of them into C, HTML
// or a shell command does so by the function for that language. JSON is written
// by llvm::json, which escapes, after llvm::json::fixUTF8.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_ESCAPE_H
#define TIR_SUPPORT_ESCAPE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tir {

/// The text as a reader should see it: control characters, those that change
/// the direction of what follows, and separators of lines as `<U+202E>`; bytes
/// that are no UTF-8 as `<0xFF>`. Line feeds stay.
std::string makeVisible(llvm::StringRef text);

/// Part of one line within a `/* */` comment: visible, without the marks of a
/// comment, trigraphs, and a backslash at the end.
std::string escapeForComment(llvm::StringRef text);

/// A string literal of C, with its quotation marks; each byte is kept.
std::string makeCString(llvm::StringRef text);

/// Text or the value of an attribute, visible.
std::string escapeForHTML(llvm::StringRef text);

/// One word of a POSIX shell, in quotation marks if it needs them.
std::string quoteForShell(llvm::StringRef text);

} // namespace tir

#endif // TIR_SUPPORT_ESCAPE_H
