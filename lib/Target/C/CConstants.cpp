//===- CConstants.cpp - C spellings of constants
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CTypes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace tir;

static constexpr size_t kColumns = 100;

std::string c::integerLiteral(const llvm::APInt &value, Type type) {
  std::string name = valueTypeName(type);
  if (name == "bool")
    return value.isZero() ? "false" : "true";
  bool isUnsigned = isUnsignedLike(type);
  llvm::SmallString<24> digits;
  value.toString(digits, 10, /*Signed=*/!isUnsigned);
  std::string text(digits);
  if (name == "uint64_t")
    return "UINT64_C(" + text + ")";
  if (name == "int64_t")
    return value.isMinSignedValue() ? "INT64_MIN" : "INT64_C(" + text + ")";
  if (name == "uint32_t")
    return text + "u";
  // In C, -2147483648 is the negation of a number that int cannot hold.
  if (name == "int32_t" && value.isMinSignedValue())
    return "INT32_MIN";
  if (name == "size_t" && value.isNegative()) {
    llvm::SmallString<24> negative;
    value.toString(negative, 10, /*Signed=*/true);
    return "(size_t)" + std::string(negative);
  }
  return text;
}

std::string c::floatLiteral(const llvm::APFloat &value) {
  bool isSingle = &value.getSemantics() == &llvm::APFloat::IEEEsingle();
  if (value.isNaN())
    return "NAN";
  if (value.isInfinity())
    return value.isNegative() ? "-INFINITY" : "INFINITY";
  // The fewest digits that read back as the same number.
  std::string text;
  for (int digits = isSingle ? 6 : 15; digits <= 17; ++digits) {
    text.clear();
    llvm::raw_string_ostream os(text);
    double number =
        isSingle ? double(value.convertToFloat()) : value.convertToDouble();
    os << llvm::format("%.*g", digits, number);
    llvm::APFloat readBack(value.getSemantics(), text);
    if (readBack.bitwiseIsEqual(value))
      break;
  }
  if (StringRef(text).find_first_of(".e") == StringRef::npos)
    text += ".0";
  return isSingle ? text + "f" : text;
}

std::string c::scalarLiteral(Attribute value, Type type) {
  if (auto opaque = dyn_cast<emitc::OpaqueAttr>(value))
    return opaque.getValue().str();
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integerLiteral(integer.getValue(), type);
  if (auto number = dyn_cast<FloatAttr>(value))
    if (number.getType().isF32() || number.getType().isF64())
      return floatLiteral(number.getValue());
  return "";
}

namespace {
/// Puts elements and braces into lines.
class TableWriter {
public:
  explicit TableWriter(llvm::raw_ostream &os) : os(os) {}

  void write(ArrayRef<int64_t> shape, llvm::function_ref<std::string()> next,
             unsigned depth = 1) {
    os << "{";
    if (shape.size() > 1) {
      for (int64_t i = 0; i < shape.front(); ++i) {
        os << (i ? ",\n" : "\n") << std::string(2 * depth, ' ');
        write(shape.drop_front(), next, depth + 1);
      }
    } else {
      writeRow(shape.front(), next, depth);
    }
    os << "\n" << std::string(2 * (depth - 1), ' ') << "}";
  }

private:
  void writeRow(int64_t count, llvm::function_ref<std::string()> next,
                unsigned depth) {
    size_t column = kColumns;
    for (int64_t i = 0; i < count; ++i) {
      std::string element = next();
      if (i + 1 < count)
        element += ",";
      if (column + 1 + element.size() > kColumns) {
        os << "\n" << std::string(2 * depth, ' ');
        column = 2 * depth;
      } else {
        os << " ";
        ++column;
      }
      os << element;
      column += element.size();
    }
  }

  llvm::raw_ostream &os;
};
} // namespace

/// A table's element needs no suffix: its array says what it becomes.
static std::string tableInteger(const llvm::APInt &value, Type type) {
  if (value.getBitWidth() == 1)
    return value.isZero() ? "false" : "true";
  if (!type.isUnsignedInteger()) {
    if (value.isMinSignedValue() && value.getBitWidth() >= 32)
      return value.getBitWidth() == 32 ? "INT32_MIN" : "INT64_MIN";
    return std::to_string(value.getSExtValue());
  }
  return std::to_string(value.getZExtValue()) +
         (value.getBitWidth() >= 32 ? "u" : "");
}

bool c::printInitializer(ElementsAttr value, llvm::raw_ostream &os) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  ShapedType shaped = value.getShapedType();
  Type type = shaped.getElementType();
  if (!dense || !isa<IntegerType, IndexType, Float32Type, Float64Type>(type))
    return false;
  SmallVector<int64_t> shape(shaped.getShape());
  if (shape.empty())
    shape.push_back(1);
  TableWriter writer(os);
  if (isa<FloatType>(type)) {
    auto values = dense.getValues<APFloat>();
    auto it = values.begin();
    writer.write(shape, [&] { return floatLiteral(*it++); });
    return true;
  }
  auto values = dense.getValues<APInt>();
  auto it = values.begin();
  bool allZero = dense.isSplat() && (*it).isZero() && shape.size() == 1;
  if (allZero && !type.isInteger(1)) {
    os << "{0}";
    return true;
  }
  writer.write(shape, [&] { return tableInteger(*it++, type); });
  return true;
}
