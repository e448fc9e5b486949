//===- TOMLTables.cpp - Reading tables of TOML
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TOMLTables.h"

#ifdef TIR_HAS_TOML

#include "mlir/IR/BuiltinAttributes.h"
#include "tir/Support/ByteCount.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

/// Returns the name of a kind of value.
StringRef TOMLTables::getKind(const toml::node &node) {
  switch (node.type()) {
  case toml::node_type::table:
    return "a table";
  case toml::node_type::array:
    return node.is_array_of_tables() ? "tables" : "a list";
  case toml::node_type::string:
    return "a text";
  case toml::node_type::integer:
    return "a number";
  case toml::node_type::floating_point:
    return "a number with a fraction";
  case toml::node_type::boolean:
    return "true or false";
  default:
    return "a date or a time";
  }
}

/// Returns the key that was probably meant, or an empty string.
static StringRef findNearest(StringRef name, ArrayRef<StringRef> names) {
  StringRef nearest;
  unsigned least = 3;
  for (StringRef other : names)
    if (unsigned distance = name.edit_distance(other); distance < least) {
      least = distance;
      nearest = other;
    }
  return nearest;
}

/// Reads a table whose keys are all known.
LogicalResult TOMLTables::readTable(const toml::node &node, StringRef what,
                                    ArrayRef<Key> keys) {
  const toml::table *table = node.as_table();
  if (!table)
    return error(node) << what << " is " << getKind(node)
                       << "; expected a table with keys";
  SmallVector<StringRef> names;
  for (const Key &key : keys)
    names.push_back(key.name);
  for (auto &&[given, value] : *table) {
    StringRef name(given.data(), given.length());
    const Key *known =
        llvm::find_if(keys, [&](const Key &key) { return key.name == name; });
    if (known == keys.end()) {
      InFlightDiagnostic diag = error(getPlace(given.source()))
                                << what << " has no key '" << name
                                << "'; expected one of "
                                << llvm::join(names, ", ");
      if (StringRef nearest = findNearest(name, names); !nearest.empty())
        diag.attachNote() << "did you mean '" << nearest << "'?";
      return diag;
    }
    if (failed(known->read(value)))
      return failure();
  }
  for (const Key &key : keys)
    if (key.isRequired && !table->contains(std::string_view(key.name)))
      return error(node) << what << " has no '" << key.name
                         << "'; expected this key";
  return success();
}

LogicalResult
TOMLTables::readTables(const toml::node &node, StringRef what,
                       function_ref<LogicalResult(const toml::node &)> one) {
  const toml::array *array = node.as_array();
  if (!array || !node.is_array_of_tables())
    return error(node) << "'" << what << "' is " << getKind(node)
                       << "; expected tables that begin with [[" << what
                       << "]]";
  for (const toml::node &element : *array)
    if (failed(one(element)))
      return failure();
  return success();
}

LogicalResult TOMLTables::readText(const toml::node &node, PlacedText &text,
                                   StringRef expected) {
  const toml::value<std::string> *value = node.as_string();
  if (!value || value->get().empty())
    return error(node) << "there is "
                       << (value ? "an empty text" : getKind(node))
                       << "; expected " << expected;
  text = {value->get(), getPlace(node.source())};
  return success();
}

LogicalResult TOMLTables::readTexts(const toml::node &node,
                                    std::vector<PlacedText> &texts,
                                    StringRef expected) {
  const toml::array *array = node.as_array();
  if (!array) {
    // One name needs no list.
    texts.emplace_back();
    return readText(node, texts.back(), expected);
  }
  if (array->empty())
    return error(node) << "the list is empty; expected " << expected;
  for (const toml::node &element : *array) {
    texts.emplace_back();
    if (failed(readText(element, texts.back(), expected)))
      return failure();
  }
  return success();
}

LogicalResult TOMLTables::readFlag(const toml::node &node, bool &flag) {
  const toml::value<bool> *value = node.as_boolean();
  if (!value)
    return error(node) << "there is " << getKind(node)
                       << "; expected true or false";
  flag = value->get();
  return success();
}

LogicalResult TOMLTables::readBytes(const toml::node &node, uint64_t &bytes) {
  if (const toml::value<int64_t> *value = node.as_integer();
      value && value->get() > 0) {
    bytes = value->get();
    return success();
  }
  if (const toml::value<std::string> *value = node.as_string())
    if (std::optional<uint64_t> count = readByteCount(value->get());
        count && *count != 0) {
      bytes = *count;
      return success();
    }
  return error(node) << "this is not a number of bytes; expected one above 0, "
                        "such as 65536 or \"64k\"";
}

#endif // TIR_HAS_TOML
