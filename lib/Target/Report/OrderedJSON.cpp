//===- OrderedJSON.cpp - JSON whose keys keep their order
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir::report;

/// Takes a text in quotation marks off the front, with these.
static StringRef takeQuoted(StringRef &text) {
  size_t end = 1;
  while (end < text.size() && text[end] != '"')
    end += text[end] == '\\' ? 2 : 1;
  StringRef quoted = text.take_front(end + 1);
  text = text.drop_front(quoted.size());
  return quoted;
}

OrderedJSON OrderedJSON::readValue(StringRef &text) {
  OrderedJSON value;
  text = text.ltrim();
  if (text.empty())
    return value;
  if (text.front() == '"') {
    value.scalar = takeQuoted(text).str();
    return value;
  }
  if (text.front() != '{' && text.front() != '[') {
    value.scalar = text.take_until([](char c) {
                         return isSpace(c) || c == ',' || c == ']' || c == '}';
                       })
                       .str();
    text = text.drop_front(value.scalar.size());
    return value;
  }
  value.opening = text.front();
  text = text.drop_front().ltrim();
  while (!text.empty() && text.front() != '}' && text.front() != ']') {
    std::string key;
    if (value.opening == '{') {
      key = takeQuoted(text).str();
      text = text.ltrim();
      text.consume_front(":");
    }
    value.members.emplace_back(std::move(key), readValue(text));
    text = text.ltrim();
    text.consume_front(",");
    text = text.ltrim();
  }
  text = text.drop_front(!text.empty());
  return value;
}

OrderedJSON OrderedJSON::read(StringRef text) { return readValue(text); }

OrderedJSON OrderedJSON::make(const json::Value &value) {
  return read(formatv("{0}", value).str());
}

OrderedJSON *OrderedJSON::find(StringRef key) {
  std::string quoted = ("\"" + key + "\"").str();
  for (auto &[name, value] : members)
    if (name == quoted)
      return &value;
  return nullptr;
}

void OrderedJSON::set(StringRef key, OrderedJSON value, StringRef before) {
  if (OrderedJSON *present = find(key)) {
    *present = std::move(value);
    return;
  }
  auto at = find_if(members, [&](const auto &member) {
    return member.first == ("\"" + before + "\"").str();
  });
  members.emplace(at, ("\"" + key + "\"").str(), std::move(value));
}

void OrderedJSON::erase(StringRef key) {
  erase_if(members, [&](const auto &member) {
    return member.first == ("\"" + key + "\"").str();
  });
}

std::string OrderedJSON::print(unsigned indentation) const {
  if (!opening)
    return scalar;
  char closing = opening == '{' ? '}' : ']';
  std::string text(1, opening);
  StringRef separator = "";
  for (const auto &[key, value] : members) {
    text += separator.str() + "\n" + std::string(indentation + 2, ' ');
    if (!key.empty())
      text += key + ": ";
    text += value.print(indentation + 2);
    separator = ",";
  }
  if (!members.empty())
    text += "\n" + std::string(indentation, ' ');
  return text + closing;
}
