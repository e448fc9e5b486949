//===- ScalarTypes.cpp - Numbers in C and in objects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/ScalarTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tir;

bool tir::isCScalar(Type type) {
  if (isa<Float32Type, Float64Type>(type))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer &&
         llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
}

Type tir::getCScalar(Type type) {
  MLIRContext *context = type.getContext();
  if (isCScalar(type))
    return type;
  if (type.isIndex())
    return IntegerType::get(context, 32);
  if (isa<Float16Type, BFloat16Type>(type))
    return IntegerType::get(context, 16, IntegerType::Unsigned);
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || !integer.isSignless() || integer.getWidth() > 64)
    return {};
  return IntegerType::get(
      context, std::max<unsigned>(8, llvm::PowerOf2Ceil(integer.getWidth())));
}

StringRef tir::getCScalarName(Type type) {
  assert(isCScalar(type) && "C99 has no such type");
  if (isa<FloatType>(type))
    return type.isF32() ? "float" : "double";
  bool isUnsigned = type.isUnsignedInteger();
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return "bool";
  case 8:
    return isUnsigned ? "uint8_t" : "int8_t";
  case 16:
    return isUnsigned ? "uint16_t" : "int16_t";
  case 32:
    return isUnsigned ? "uint32_t" : "int32_t";
  default:
    return isUnsigned ? "uint64_t" : "int64_t";
  }
}

std::string tir::getDTypeName(Type type) {
  std::string name;
  llvm::raw_string_ostream os(name);
  if (type.isInteger(1))
    os << "bool";
  else if (auto integer = dyn_cast<IntegerType>(type))
    os << (integer.isUnsigned() ? "uint" : "int") << integer.getWidth();
  else if (type.isBF16())
    os << "bfloat16";
  else if (type.isFloat())
    os << "float" << type.getIntOrFloatBitWidth();
  else
    os << type;
  return name;
}

Type tir::parseDTypeName(MLIRContext *context, StringRef name) {
  Builder builder(context);
  if (name == "bool")
    return builder.getI1Type();
  if (name == "bfloat16")
    return builder.getBF16Type();
  if (name == "float16")
    return builder.getF16Type();
  if (name == "float32")
    return builder.getF32Type();
  if (name == "float64")
    return builder.getF64Type();
  bool isUnsigned = name.consume_front("u");
  unsigned width;
  if (!name.consume_front("int") || name.getAsInteger(10, width) ||
      width == 0 || width > 64)
    return {};
  return isUnsigned ? builder.getIntegerType(width, /*isSigned=*/false)
                    : builder.getIntegerType(width);
}
