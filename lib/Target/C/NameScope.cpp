//===- NameScope.cpp - Names in the C file by scope
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameScope.h"

#include "mlir/IR/SymbolTable.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

void NameScope::leave() {
  auto [numNames, numNumbers] = marks.pop_back_val();
  while (names.size() > numNames)
    used.erase(names.pop_back_val());
  while (numbers.size() > numNumbers) {
    auto [key, number] = numbers.pop_back_val();
    nextNumbers[key] = number;
  }
}

bool NameScope::isFree(StringRef name) const {
  return !used.contains(name) && !fileNames.contains(name) &&
         whyReserved(name).empty();
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
  // A name that is reserved because of its beginning stays reserved with a
  // number after it.
  if (!whyReserved(base + "1").empty())
    base = "v" + base;
  if (isFree(base))
    return take(base);
  // A digit after a digit would read as another number.
  return takeNumbered(base + (llvm::isDigit(base.back()) ? "_" : ""), 1);
}

std::string NameScope::numbered(StringRef wish) {
  return takeNumbered(wish.str(), 0);
}

/// Takes the first free name that consists of `stem` and a number from `first`
/// on. The search continues where the last one for `stem` in this block ended.
std::string NameScope::takeNumbered(const std::string &stem, unsigned first) {
  std::string key = std::to_string(first) + stem;
  unsigned &next = nextNumbers.try_emplace(key, first).first->second;
  numbers.push_back({key, next});
  while (!isFree(stem + std::to_string(next)))
    ++next;
  return take(stem + std::to_string(next++));
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
    } else {
      StringRef word = text.substr(i).take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_'; });
      if (!word.empty() && !llvm::isDigit(word.front()))
        names.insert(word);
      i += std::max<size_t>(word.size(), 1);
    }
  }
}

LogicalResult c::verifySymbolName(Operation *op) {
  StringRef name = SymbolTable::getSymbolName(op);
  if (isCIdentifier(name) || name.starts_with("__tvm_"))
    return success();
  StringRef why = whyReserved(name);
  return op->emitError("'")
         << op->getName() << "' is called '" << name << "', which is "
         << (why.empty() ? "not an identifier" : why)
         << " in C; expected letters, digits and '_': rename it";
}
