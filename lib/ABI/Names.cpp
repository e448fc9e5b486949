//===- Names.cpp - How names become C names
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

std::string tir::sanitizeName(StringRef name) {
  std::string result(name);
  for (char &c : result)
    if (!isAlnum(c))
      c = '_';
  return result;
}

// Sorted, for binary search.
// clang-format off
static constexpr StringLiteral kKeywords[] = {
    "NULL",         "_Alignas",      "_Alignof",     "_Atomic",
    "_Bool",        "_Complex",      "_Generic",     "_Imaginary",
    "_Noreturn",    "_Pragma",       "_Static_assert", "_Thread_local",
    "alignas",      "alignof",       "and",          "and_eq",
    "asm",          "auto",          "bitand",       "bitor",
    "bool",         "break",         "case",         "catch",
    "char",         "char16_t",      "char32_t",     "class",
    "compl",        "const",         "const_cast",   "constexpr",
    "continue",     "decltype",      "default",      "delete",
    "do",           "double",        "dynamic_cast", "else",
    "enum",         "explicit",      "export",       "extern",
    "false",        "float",         "for",          "friend",
    "goto",         "if",            "inline",       "int",
    "long",         "mutable",       "namespace",    "new",
    "noexcept",     "not",           "not_eq",       "nullptr",
    "operator",     "or",            "or_eq",        "private",
    "protected",    "public",        "register",     "reinterpret_cast",
    "restrict",     "return",        "short",        "signed",
    "sizeof",       "static",        "static_assert", "static_cast",
    "struct",       "switch",        "template",     "this",
    "thread_local", "throw",         "true",         "try",
    "typedef",      "typeid",        "typename",     "union",
    "unsigned",     "using",         "virtual",      "void",
    "volatile",     "wchar_t",       "while",        "xor",
    "xor_eq"};
// clang-format on

bool tir::isCKeyword(StringRef name) {
  return std::binary_search(std::begin(kKeywords), std::end(kKeywords), name);
}

bool tir::isCIdentifier(StringRef name) {
  return !name.empty() && !isDigit(name.front()) && !isCKeyword(name) &&
         all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
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
