//===- CTypes.cpp - C spellings of types
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/C/CTypes.h"

#include "tir/ABI/ScalarTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

/// The types of elements with several bytes, and their names where they are
/// accessed through pointers.
static constexpr std::pair<StringLiteral, StringLiteral> kAliasNames[] = {
    {"int16_t", "tir_int16"}, {"uint16_t", "tir_uint16"},
    {"int32_t", "tir_int32"}, {"uint32_t", "tir_uint32"},
    {"int64_t", "tir_int64"}, {"uint64_t", "tir_uint64"},
    {"float", "tir_float"},   {"double", "tir_double"},
};

std::string c::aliasName(StringRef element) {
  bool isConst = element.consume_front("const ");
  for (auto [name, alias] : kAliasNames)
    if (name == element) {
      element = alias;
      break;
    }
  return ((isConst ? "const " : "") + element).str();
}

void c::printAliasTypes(function_ref<bool(StringRef)> isUsed,
                        llvm::raw_ostream &os) {
  for (auto [name, alias] : kAliasNames)
    if (isUsed(alias))
      os << "typedef " << name << " TIR_ANY_MEMORY " << alias << ";\n";
}

std::string c::typeName(Type type, bool withAliases) {
  if (isCScalar(type))
    return getCScalarName(type).str();
  if (isa<IndexType, emitc::SizeTType>(type))
    return "size_t";
  // POSIX's ssize_t is not in C99. ptrdiff_t has the same values.
  if (isa<emitc::PtrDiffTType, emitc::SignedSizeTType>(type))
    return "ptrdiff_t";
  if (auto opaque = dyn_cast<emitc::OpaqueType>(type))
    return opaque.getValue().str();
  if (auto lvalue = dyn_cast<emitc::LValueType>(type))
    return typeName(lvalue.getValueType());
  if (auto pointer = dyn_cast<emitc::PointerType>(type)) {
    std::string pointee = typeName(pointer.getPointee(), withAliases);
    if (pointee.empty())
      return "";
    if (withAliases)
      pointee = aliasName(pointee);
    return pointee + (StringRef(pointee).ends_with("*") ? "*" : " *");
  }
  return "";
}

std::string c::declare(Type type, StringRef name, StringRef qualifier,
                       bool withAliases) {
  if (auto array = dyn_cast<emitc::ArrayType>(type)) {
    std::string result = declare(array.getElementType(), name);
    if (result.empty())
      return "";
    for (int64_t size : array.getShape())
      result += "[" + std::to_string(size) + "]";
    return result;
  }
  std::string result = typeName(type, withAliases);
  if (result.empty())
    return "";
  if (!StringRef(result).ends_with("*"))
    return result + " " + name.str();
  if (!qualifier.empty())
    result += qualifier.str() + " ";
  return result + name.str();
}

static Type pointeeOf(Type type) {
  if (auto pointer = dyn_cast<emitc::PointerType>(type))
    return pointer.getPointee();
  if (auto array = dyn_cast<emitc::ArrayType>(type))
    return array.getElementType();
  return {};
}

std::string c::pointeeName(Type type) {
  Type pointee = pointeeOf(type);
  return pointee ? valueTypeName(pointee) : "";
}

bool c::pointsToConst(Type type) {
  Type pointee = pointeeOf(type);
  return pointee && StringRef(typeName(pointee)).starts_with("const ");
}

std::string c::valueTypeName(Type type) {
  std::string name = typeName(type);
  StringRef rest = name;
  // In `const T *`, the const belongs to the pointee, not to the value.
  if (!rest.ends_with("*") && rest.consume_front("const "))
    return rest.str();
  return name;
}

bool c::isNarrow(Type type) {
  std::string name = valueTypeName(type);
  return llvm::is_contained(
      {"int8_t", "uint8_t", "int16_t", "uint16_t", "bool"}, name);
}

bool c::isIntegerLike(Type type) {
  std::string name = valueTypeName(type);
  StringRef rest = name;
  if (name == "bool" || name == "size_t" || name == "ptrdiff_t" ||
      name == "int")
    return true;
  rest.consume_front("u");
  return llvm::is_contained({"int8_t", "int16_t", "int32_t", "int64_t"}, rest);
}

bool c::isUnsignedLike(Type type) {
  std::string name = valueTypeName(type);
  return isIntegerLike(type) && (StringRef(name).starts_with("u") ||
                                 name == "size_t" || name == "bool");
}
