//===- CText.cpp - Reading the text of C without a compiler
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/CText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace tir;

/// Returns the length of the comment or the literal with which `text` begins,
/// or 0. A literal without an end ends with its line.
static size_t getBlankLength(StringRef text) {
  if (text.starts_with("/*"))
    return std::min(text.find("*/", 2), text.size() - 2) + 2;
  if (text.starts_with("//"))
    return std::min(text.find('\n'), text.size());
  if (!text.starts_with("\"") && !text.starts_with("'"))
    return 0;
  size_t end = 1;
  while (end < text.size() && text[end] != text.front() && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

std::string tir::blankOutC(StringRef text) {
  std::string result = text.str();
  for (size_t i = 0; i < text.size();) {
    size_t length = getBlankLength(text.drop_front(i));
    std::replace_if(
        result.begin() + i, result.begin() + i + length,
        [](char c) { return c != '\n'; }, ' ');
    i += std::max<size_t>(length, 1);
  }
  return result;
}

namespace {
/// Finds the string literals of a file that are data.
class TextFinder {
public:
  explicit TextFinder(StringRef source) : source(source) {}

  StringSet<> find();

private:
  /// Returns where the comment, the directive or the literal of a character at
  /// `at` ends; `at` if there is none.
  size_t skipOther(size_t at) const;
  /// Reads the literal at `at` and those that follow it, which are one text.
  size_t readTexts(size_t at);

  StringRef source;
  StringSet<> texts;
};
} // namespace

/// Returns where the literal that begins at `at` ends.
static size_t findEndOfLiteral(StringRef source, size_t at) {
  size_t end = at + 1;
  while (end < source.size() && source[end] != source[at])
    end += source[end] == '\\' ? 2 : 1;
  return std::min(end + 1, source.size());
}

size_t TextFinder::skipOther(size_t at) const {
  StringRef rest = source.drop_front(at);
  if (rest.starts_with("/*"))
    return std::min(source.find("*/", at + 2), source.size() - 2) + 2;
  if (rest.starts_with("//"))
    return std::min(source.find('\n', at), source.size());
  if (rest.starts_with("'"))
    return findEndOfLiteral(source, at);
  if (!rest.starts_with("#"))
    return at;
  size_t end = std::min(source.find('\n', at), source.size());
  while (end < source.size() && source[end - 1] == '\\')
    end = std::min(source.find('\n', end + 1), source.size());
  return end;
}

size_t TextFinder::readTexts(size_t at) {
  std::string text;
  size_t end = at;
  while (at < source.size() && source[at] == '"') {
    end = findEndOfLiteral(source, at);
    text += source.slice(at + 1, end - 1);
    at = std::min(source.find_first_not_of(" \n", end), source.size());
  }
  texts.insert(text);
  return end;
}

StringSet<> TextFinder::find() {
  // The names before the open parentheses.
  SmallVector<StringRef> callers;
  for (size_t i = 0; i < source.size();) {
    if (size_t end = skipOther(i); end != i) {
      i = end;
      continue;
    }
    if (source[i] == '(') {
      StringRef before = source.take_front(i).rtrim();
      callers.push_back(before.take_back(
          before.size() -
          (before.find_last_not_of("abcdefghijklmnopqrstuvwxyz"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") +
           1)));
    } else if (source[i] == ')' && !callers.empty()) {
      callers.pop_back();
    } else if (source[i] == '"') {
      bool isData = none_of(callers, [](StringRef name) {
        return name == "TIR_SECTION" || name == "TIR_STATIC_ASSERT" ||
               name == "volatile" || name.contains("asm");
      });
      i = isData ? readTexts(i) : findEndOfLiteral(source, i);
      continue;
    }
    ++i;
  }
  return std::move(texts);
}

/// Returns the bytes of a literal without its quotes.
static uint64_t countBytes(StringRef literal) {
  uint64_t bytes = 1;
  for (; !literal.empty(); ++bytes) {
    bool isEscape = literal.consume_front("\\");
    if (isEscape && literal.consume_front("x")) {
      literal = literal.drop_while(isHexDigit);
      continue;
    }
    size_t digits = 0;
    while (isEscape && digits < 3 && digits < literal.size() &&
           isDigit(literal[digits]))
      ++digits;
    literal = literal.drop_front(std::max<size_t>(digits, 1));
  }
  return bytes;
}

uint64_t tir::countTextBytes(StringRef source) {
  uint64_t bytes = 0;
  for (const auto &text : TextFinder(source).find())
    bytes += countBytes(text.getKey());
  return bytes;
}
