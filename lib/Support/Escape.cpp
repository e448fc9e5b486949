//===- Escape.cpp - Text of a model in other languages
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/Escape.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

/// Returns whether the character is invisible or affects how others are
/// displayed.
static bool isInvisible(UTF32 c) {
  bool isControl = c < 0x20 || (c >= 0x7F && c < 0xA0);
  // Marks, embeddings, overrides and isolates of writing directions.
  bool isDirection = c == 0x061C || c == 0x200E || c == 0x200F ||
                     (c >= 0x202A && c <= 0x202E) ||
                     (c >= 0x2066 && c <= 0x2069);
  bool isSeparator = c == 0x2028 || c == 0x2029;
  bool hasNoWidth = c == 0x00AD || (c >= 0x200B && c <= 0x200D) ||
                    c == 0x2060 || c == 0xFEFF ||
                    (c >= 0xE0000 && c <= 0xE007F);
  return isControl || isDirection || isSeparator || hasNoWidth;
}

std::string tir::makeVisible(StringRef text) {
  std::string result;
  auto *at = reinterpret_cast<const UTF8 *>(text.begin());
  auto *end = reinterpret_cast<const UTF8 *>(text.end());
  while (at != end) {
    const UTF8 *begin = at;
    UTF32 character = 0, *to = &character;
    // Stops when the one character is full; more may follow.
    ConvertUTF8toUTF32(&at, end, &to, &character + 1, strictConversion);
    if (to == &character) {
      at = begin + 1;
      result += formatv("<0x{0:X-2}>", unsigned(*begin)).str();
    } else if (character != '\n' && isInvisible(character)) {
      result += formatv("<U+{0:X-4}>", character).str();
    } else {
      result.append(begin, at);
    }
  }
  return result;
}

std::string tir::escapeForComment(StringRef text) {
  std::string visible = makeVisible(text), result;
  for (char c : visible) {
    // Write neither the end nor a nested start of a comment, nor a trigraph.
    bool isMark = !result.empty() && ((result.back() == '*' && c == '/') ||
                                      (result.back() == '/' && c == '*') ||
                                      (result.back() == '?' && c == '?'));
    if (isMark)
      result += ' ';
    result += c == '\n' ? ' ' : c;
  }
  // A backslash at the end of a line would join it with the next.
  if (StringRef(result).ends_with("\\"))
    result += ' ';
  return result;
}

std::string tir::makeCString(StringRef text) {
  std::string literal = "\"";
  for (unsigned char byte : text) {
    // Escape a question mark, since `??` may begin a trigraph in C99.
    if (byte == '"' || byte == '\\' || byte == '?') {
      literal += {'\\', char(byte)};
    } else if (isPrint(byte)) {
      literal += char(byte);
    } else {
      // Write three octal digits: a hexadecimal escape would continue as long
      // as digits follow.
      literal += {'\\', char('0' + (byte >> 6)), char('0' + (byte >> 3 & 7)),
                  char('0' + (byte & 7))};
    }
  }
  return literal + '"';
}

std::string tir::escapeForHTML(StringRef text) {
  std::string visible = makeVisible(text), result;
  for (char c : visible) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += c == '\n' ? ' ' : c;
    }
  }
  return result;
}

std::string tir::quoteForShell(StringRef text) {
  bool isPlain = !text.empty() && all_of(text, [](char c) {
    return isAlnum(c) || StringRef("_-./:=+,@%").contains(c);
  });
  if (isPlain)
    return text.str();
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}
