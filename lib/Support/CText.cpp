//===- CText.cpp - Reading the text of C without a compiler
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/CText.h"

using namespace llvm;
using namespace tir;

std::string tir::blankOutC(StringRef text) {
  std::string result = text.str();
  auto blank = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < std::min(end, result.size()); ++i)
      if (result[i] != '\n')
        result[i] = ' ';
  };
  for (size_t i = 0; i < text.size();) {
    StringRef rest = text.drop_front(i);
    size_t length = 1;
    if (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      length = end == StringRef::npos ? rest.size() : end + 2;
      blank(i, i + length);
    } else if (rest.starts_with("//")) {
      length = std::min(rest.find('\n'), rest.size());
      blank(i, i + length);
    } else if (rest.front() == '"' || rest.front() == '\'') {
      while (length < rest.size() && rest[length] != rest.front() &&
             rest[length] != '\n')
        length += rest[length] == '\\' ? 2 : 1;
      ++length;
      blank(i, i + length);
    }
    i += length;
  }
  return result;
}
