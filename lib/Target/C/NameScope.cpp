//===- NameScope.cpp - Names of the C file, scope by scope
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameScope.h"

#include "tir/ABI/Names.h"
#include "llvm/ADT/StringExtras.h"

using namespace tir;
using namespace tir::c;
using llvm::StringRef;

void NameScope::leave() {
  while (names.size() > marks.back())
    used.erase(names.pop_back_val());
  marks.pop_back();
}

bool NameScope::isFree(StringRef name) const {
  return !used.contains(name) && !fileNames.contains(name) && !isCKeyword(name);
}

std::string NameScope::take(std::string name) {
  used.insert(name);
  names.push_back(name);
  return name;
}

std::string NameScope::unique(StringRef wish) {
  std::string base = sanitizeName(wish);
  if (base.empty() || llvm::isDigit(base.front()))
    base = "v" + base;
  if (isFree(base))
    return take(base);
  for (unsigned i = 1;; ++i) {
    // A digit behind a digit would read as another number.
    std::string name =
        base + (llvm::isDigit(base.back()) ? "_" : "") + std::to_string(i);
    if (isFree(name))
      return take(name);
  }
}

std::string NameScope::numbered(StringRef wish) {
  for (unsigned i = 0;; ++i) {
    std::string name = wish.str() + std::to_string(i);
    if (isFree(name))
      return take(name);
  }
}

void c::collectIdentifiers(StringRef text, llvm::StringSet<> &names) {
  for (size_t i = 0; i < text.size();) {
    if (text.substr(i).starts_with("/*")) {
      i = text.find("*/", i + 2);
      if (i == StringRef::npos)
        return;
      i += 2;
    } else if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
      ++i;
    } else if (llvm::isAlnum(text[i]) || text[i] == '_') {
      size_t end = i;
      while (end < text.size() &&
             (llvm::isAlnum(text[end]) || text[end] == '_'))
        ++end;
      if (!llvm::isDigit(text[i]))
        names.insert(text.slice(i, end));
      i = end;
    } else {
      ++i;
    }
  }
}
