//===- JSONFields.cpp - Typed access to JSON
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace tir::mlf;

static StringRef kindOf(const json::Value &value) {
  switch (value.kind()) {
  case json::Value::Null:
    return "null";
  case json::Value::Boolean:
    return "true or false";
  case json::Value::Number:
    return "a number";
  case json::Value::String:
    return "a string";
  case json::Value::Array:
    return "a list";
  case json::Value::Object:
    return "an object";
  }
  llvm_unreachable("all kinds are there");
}

void Keys::fail(StringRef key, const Twine &what) const {
  problems->add("./" + member + ": '" + pathTo(key) + "' " + what);
}

void Keys::remark(StringRef key, const Twine &what, bool once) const {
  std::string text = ("./" + member + ": '" + pathTo(key) + "' " + what).str();
  if (once)
    problems->remarkOnce(key, text);
  else
    problems->remark(text);
}

const json::Value *Keys::get(StringRef key, StringRef expected) const {
  const json::Value *value = object->get(key);
  if (!value)
    fail(key, "is missing; expected " + expected);
  return value;
}

std::string Keys::text(StringRef key) const {
  const json::Value *value = get(key, "a string");
  if (!value)
    return "";
  if (auto text = value->getAsString())
    return text->str();
  fail(key, "is " + kindOf(*value) + "; expected a string");
  return "";
}

std::optional<std::string> Keys::optionalText(StringRef key) const {
  const json::Value *value = object->get(key);
  if (!value || value->kind() == json::Value::Null)
    return std::nullopt;
  return text(key);
}

int64_t Keys::number(StringRef key) const {
  const json::Value *value = get(key, "a whole number");
  if (!value)
    return 0;
  if (auto number = value->getAsInteger())
    return *number;
  fail(key, "is " + kindOf(*value) + "; expected a whole number");
  return 0;
}

int64_t Keys::bytes(StringRef key) const {
  int64_t bytes = number(key);
  // A larger number cannot be a size of memory, and sums of it would overflow.
  constexpr int64_t kMost = int64_t(1) << 48;
  if (bytes >= 0 && bytes <= kMost)
    return bytes;
  fail(key, "is " + Twine(bytes) + "; expected a number of bytes");
  return 0;
}

std::optional<Keys> Keys::nested(const json::Value &value,
                                 StringRef key) const {
  if (const json::Object *nested = value.getAsObject())
    return Keys(*nested, member, pathTo(key), *problems);
  fail(key, "is " + kindOf(value) + "; expected an object");
  return std::nullopt;
}

std::optional<Keys> Keys::keys(StringRef key) const {
  const json::Value *value = get(key, "an object");
  return value ? nested(*value, key) : std::nullopt;
}

std::vector<std::string> Keys::texts(StringRef key) const {
  std::vector<std::string> result;
  const json::Value *value = get(key, "a list of strings");
  if (!value)
    return result;
  const json::Array *array = value->getAsArray();
  if (!array)
    fail(key, "is " + kindOf(*value) + "; expected a list of strings");
  for (size_t i = 0; array && i < array->size(); ++i) {
    if (auto text = (*array)[i].getAsString())
      result.push_back(text->str());
    else
      fail((key + "[" + Twine(i) + "]").str(),
           "is " + kindOf((*array)[i]) + "; expected a string");
  }
  return result;
}

std::string Keys::extents(StringRef key) const {
  const json::Value *value = get(key, "a list of whole numbers");
  const json::Array *array = value ? value->getAsArray() : nullptr;
  if (value && !array)
    fail(key, "is " + kindOf(*value) + "; expected a list of whole numbers");
  std::string text;
  for (size_t i = 0; array && i < array->size(); ++i) {
    if (auto extent = (*array)[i].getAsInteger())
      text += (text.empty() ? "" : "x") + std::to_string(*extent);
    else
      fail((key + "[" + Twine(i) + "]").str(),
           "is " + kindOf((*array)[i]) + "; expected a whole number");
  }
  return text.empty() ? "scalar" : text;
}

std::vector<Keys> Keys::list(StringRef key) const {
  std::vector<Keys> result;
  const json::Value *value = get(key, "a list of objects");
  if (!value)
    return result;
  const json::Array *array = value->getAsArray();
  if (!array)
    fail(key, "is " + kindOf(*value) + "; expected a list of objects");
  for (size_t i = 0; array && i < array->size(); ++i)
    if (auto keys = nested((*array)[i], (key + "[" + Twine(i) + "]").str()))
      result.push_back(*keys);
  return result;
}

std::vector<std::pair<std::string, Keys>> Keys::members(StringRef key) const {
  std::vector<std::pair<std::string, Keys>> result;
  std::optional<Keys> parent = keys(key);
  if (!parent)
    return result;
  for (const auto &[name, value] : *parent->object)
    if (auto keys = parent->nested(value, name))
      result.push_back({StringRef(name).str(), *keys});
  // The parser does not keep the order in the file.
  llvm::sort(result,
             [](const auto &a, const auto &b) { return a.first < b.first; });
  return result;
}

std::optional<json::Value> tir::mlf::parseJSON(StringRef member, StringRef text,
                                               Problems &problems) {
  // The parser is recursive.
  constexpr unsigned kDeepest = 64;
  unsigned depth = 0;
  bool inText = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inText)
      i += c == '\\';
    if (c == '"')
      inText = !inText;
    else if (!inText && (c == '{' || c == '['))
      ++depth;
    else if (!inText && (c == '}' || c == ']') && depth)
      --depth;
    if (depth > kDeepest) {
      problems.add("./" + member + ": is nested more than " + Twine(kDeepest) +
                   " levels deep; expected the few of this format");
      return std::nullopt;
    }
  }
  Expected<json::Value> value = json::parse(text);
  if (value)
    return std::move(*value);
  problems.add("./" + member + ": is not JSON: " + toString(value.takeError()));
  return std::nullopt;
}
