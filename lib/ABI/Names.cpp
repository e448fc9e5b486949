//===- Names.cpp - How names become C names
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/Names.h"

#include "tir/ABI/ReservedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

std::string tir::sanitizeName(StringRef name) {
  std::string result(name);
  for (char &c : result)
    if (!isAlnum(c))
      c = '_';
  return result;
}

std::string tir::fieldName(StringRef name) {
  std::string result = sanitizeName(name);
  // An underscore in the model's name is meant. One that replaces a slash is
  // not.
  while (!name.empty() && !isAlnum(name.front()) && name.front() != '_' &&
         result.size() > 1 && result[0] == '_' &&
         (result[1] == '_' || isUpper(result[1]))) {
    result.erase(0, 1);
    name = name.drop_front();
  }
  return result;
}

bool tir::isPartOfCName(StringRef name) {
  return !name.empty() &&
         all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
}

static bool isWord(StringRef name) {
  return tir::isPartOfCName(name) && !isDigit(name.front());
}

bool tir::isCIdentifier(StringRef name) {
  return isWord(name) && whyReserved(name).empty();
}

bool tir::isCFunctionName(StringRef name) {
  return isWord(name) && whyReservedFunction(name).empty();
}

std::string tir::modelNameOfFile(StringRef path) {
  std::string name;
  for (char c : sys::path::stem(path)) {
    if (isAlnum(c))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  return path == "-" || name.empty() ? kDefaultModelName.str() : name;
}

std::string tir::mangleModelName(StringRef model) {
  return "tvmgen_" + model.lower();
}

std::string tir::mangleSymbol(StringRef model, StringRef suffix) {
  return mangleModelName(model) + "_" + suffix.str();
}

std::string tir::fileStem(StringRef model) { return mangleModelName(model); }

std::string tir::headerGuard(StringRef model) {
  return macroPrefix(model) + "H_";
}

std::string tir::macroPrefix(StringRef model) {
  return StringRef(mangleModelName(model)).upper() + "_";
}

std::string tir::macroName(StringRef name) {
  return StringRef(sanitizeName(name)).upper();
}

std::string tir::hookName(StringRef kind, StringRef hook) {
  std::string snake = "Device_" + sanitizeName(kind) + "_" + hook.str();
  std::string name = "TVM";
  bool beginsBlock = true;
  for (char c : snake) {
    if (isAlpha(c)) {
      name += beginsBlock ? toUpper(c) : toLower(c);
      beginsBlock = false;
    } else if (c == '_') {
      beginsBlock = true;
    }
  }
  return name;
}

bool tir::isCommonLoaderEntry(llvm::StringRef name) {
  if (!name.consume_front("__tvm_ffi_"))
    return false;
  name.consume_front("_metadata_");
  return llvm::is_contained({"run", "main", "init", "reset"}, name);
}

StringRef tir::getOwnFFIName(StringRef function) {
  if (isCommonLoaderEntry(function) || !function.consume_front("__tvm_ffi_") ||
      function.starts_with("_"))
    return "";
  return function;
}

std::vector<std::string> tir::getSystemLibraryNames(StringRef function) {
  std::vector<std::string> names = {function.str()};
  // It puts the prefix of the library before the whole name of metadata.
  StringRef rest = function;
  if (!rest.consume_front("__tvm_ffi__metadata_"))
    return names;
  size_t end = rest.rfind('_');
  if (end != StringRef::npos)
    names.push_back((rest.take_front(end + 1) + "__tvm_ffi__metadata_" +
                     rest.drop_front(end + 1))
                        .str());
  return names;
}
