//===- CConstants.cpp - C spellings of constants
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CExpr.h"

#include "tir/Target/C/CTypes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace tir;

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

/// Appends a number whose fewest digits are fewer than any decimal number
/// keeps: as many as that, if they are not zeros.
template <typename Number>
static void appendFewDigits(Number value, llvm::SmallVectorImpl<char> &text) {
  char buffer[64];
  char *end = buffer;
  for (int digits = std::numeric_limits<Number>::digits10;; ++digits) {
    end = std::to_chars(std::begin(buffer), std::end(buffer), value,
                        std::chars_format::general, digits)
              .ptr;
    Number readBack = 0;
    std::from_chars(std::begin(buffer), end, readBack);
    if (digits >= std::numeric_limits<Number>::max_digits10 ||
        readBack == value)
      break;
  }
  text.append(std::begin(buffer), end);
}

/// Appends a number in the form that printf's %g has with the fewest digits
/// that read back as it. To ask the library for that form takes three times as
/// long.
template <typename Number>
static void appendDigits(Number value, llvm::SmallVectorImpl<char> &text) {
  char buffer[64];
  char *end = std::to_chars(std::begin(buffer), std::end(buffer), value,
                            std::chars_format::scientific)
                  .ptr;
  auto [mantissa, power] = StringRef(buffer, end - buffer).split('e');
  llvm::SmallString<32> digits;
  llvm::copy_if(mantissa, std::back_inserter(digits), llvm::isDigit);
  int count = digits.size(), exponent = 0;
  power.consume_front("+");
  power.getAsInteger(10, exponent);
  if (count < std::numeric_limits<Number>::digits10)
    return appendFewDigits(value, text);
  if (exponent < -4 || exponent >= count) {
    text.append(std::begin(buffer), end);
    return;
  }
  if (value < 0)
    text.push_back('-');
  if (exponent < 0) {
    llvm::append_range(text, StringRef("0."));
    text.append(-exponent - 1, '0');
    llvm::append_range(text, digits);
    return;
  }
  llvm::append_range(text, digits.substr(0, exponent + 1));
  if (exponent + 1 == count)
    return;
  text.push_back('.');
  llvm::append_range(text, digits.substr(exponent + 1));
}

/// Appends the fewest digits that read back as the same number, but at least as
/// many digits as any decimal number keeps when it is converted to `Number` and
/// back.
template <typename Number>
static void appendFloat(Number value, llvm::SmallVectorImpl<char> &text) {
  if (std::isnan(value)) {
    llvm::append_range(text, StringRef("NAN"));
    return;
  }
  if (std::isinf(value)) {
    llvm::append_range(text, StringRef(value < 0 ? "-INFINITY" : "INFINITY"));
    return;
  }
  size_t begin = text.size();
  appendDigits(value, text);
  if (StringRef(text.data() + begin, text.size() - begin).find_first_of(".e") ==
      StringRef::npos)
    llvm::append_range(text, StringRef(".0"));
  if (std::is_same_v<Number, float>)
    text.push_back('f');
}

std::string c::floatLiteral(const llvm::APFloat &value) {
  llvm::SmallString<32> text;
  if (&value.getSemantics() == &llvm::APFloat::IEEEsingle())
    appendFloat(value.convertToFloat(), text);
  else
    appendFloat(value.convertToDouble(), text);
  return std::string(text);
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
/// Arranges elements and braces in lines. `Append` adds the text of the next
/// element to a string.
template <typename Append>
class TableWriter {
public:
  TableWriter(llvm::raw_ostream &os, Append append)
      : os(os), append(std::move(append)) {}

  void write(ArrayRef<int64_t> shape) {
    writeBraces(shape, 1);
    flush();
  }

private:
  void writeBraces(ArrayRef<int64_t> shape, unsigned depth) {
    text.push_back('{');
    if (shape.size() > 1) {
      for (int64_t i = 0; i < shape.front(); ++i) {
        if (i)
          text.push_back(',');
        breakLine(2 * depth);
        writeBraces(shape.drop_front(), depth + 1);
      }
    } else {
      writeRow(shape.front(), depth);
    }
    breakLine(2 * (depth - 1));
    text.push_back('}');
  }

  void writeRow(int64_t count, unsigned depth) {
    size_t column = c::kColumns;
    llvm::SmallString<32> element;
    for (int64_t i = 0; i < count; ++i) {
      element.clear();
      append(element);
      if (i + 1 < count)
        element.push_back(',');
      if (column + 1 + element.size() > c::kColumns) {
        breakLine(2 * depth);
        column = 2 * depth;
      } else {
        text.push_back(' ');
        ++column;
      }
      text.append(element);
      column += element.size();
    }
  }

  void breakLine(unsigned indent) {
    if (text.size() > kFlushed)
      flush();
    text.push_back('\n');
    text.append(indent, ' ');
  }

  /// Writes the text in large pieces, since streams are slow with small ones.
  void flush() {
    os << text;
    text.clear();
  }

  static constexpr size_t kFlushed = 4096;
  llvm::raw_ostream &os;
  Append append;
  llvm::SmallString<2 * kFlushed> text;
};
} // namespace

template <typename Append>
static void writeTable(llvm::raw_ostream &os, ArrayRef<int64_t> shape,
                       Append append) {
  TableWriter<Append>(os, std::move(append)).write(shape);
}

/// Writes a table of elements with the same layout in memory as in C.
template <typename Number>
static void writeNumbers(llvm::raw_ostream &os, ArrayRef<int64_t> shape,
                         DenseElementsAttr elements) {
  const char *next = elements.getRawData().data();
  size_t step = elements.isSplat() ? 0 : sizeof(Number);
  writeTable(os, shape, [=](llvm::SmallVectorImpl<char> &text) mutable {
    Number value;
    std::memcpy(&value, next, sizeof(Number));
    next += step;
    if constexpr (std::is_floating_point_v<Number>) {
      appendFloat(value, text);
    } else {
      // In C, -2147483648 is the negation of a number that int cannot hold.
      if (std::is_signed_v<Number> && sizeof(Number) >= 4 &&
          value == std::numeric_limits<Number>::min()) {
        llvm::append_range(
            text, StringRef(sizeof(Number) == 4 ? "INT32_MIN" : "INT64_MIN"));
        return;
      }
      char digits[24];
      char *end =
          std::to_chars(std::begin(digits), std::end(digits), value).ptr;
      text.append(std::begin(digits), end);
      // The array determines the type of its elements; only large unsigned
      // numbers need a suffix.
      if (std::is_unsigned_v<Number> && sizeof(Number) >= 4)
        text.push_back('u');
    }
  });
}

bool c::canPrintInitializer(ElementsAttr value) {
  Type type = value.getElementType();
  return isa<DenseElementsAttr>(value) &&
         (emitc::isSupportedIntegerType(type) ||
          isa<IndexType, Float32Type, Float64Type>(type));
}

template <typename Number>
static bool hasNonFinite(DenseElementsAttr elements) {
  return llvm::any_of(elements.getValues<Number>(),
                      [](Number value) { return !std::isfinite(value); });
}

bool c::usesMathMacros(ElementsAttr value) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return false;
  Type type = dense.getElementType();
  return (type.isF32() && hasNonFinite<float>(dense)) ||
         (type.isF64() && hasNonFinite<double>(dense));
}

/// Writes integers that are unsigned in C, too, if their type is.
template <typename Signed>
static void writeIntegers(llvm::raw_ostream &os, ArrayRef<int64_t> shape,
                          DenseElementsAttr dense) {
  if (dense.getElementType().isUnsignedInteger())
    writeNumbers<std::make_unsigned_t<Signed>>(os, shape, dense);
  else
    writeNumbers<Signed>(os, shape, dense);
}

bool c::printInitializer(ElementsAttr value, llvm::raw_ostream &os) {
  if (!canPrintInitializer(value))
    return false;
  auto dense = cast<DenseElementsAttr>(value);
  ShapedType shaped = value.getShapedType();
  Type type = shaped.getElementType();
  SmallVector<int64_t> shape(shaped.getShape());
  if (shape.empty())
    shape.push_back(1);
  if (type.isF32()) {
    writeNumbers<float>(os, shape, dense);
    return true;
  }
  if (type.isF64()) {
    writeNumbers<double>(os, shape, dense);
    return true;
  }
  bool allZero = dense.isSplat() && shape.size() == 1 &&
                 dense.getSplatValue<llvm::APInt>().isZero();
  if (allZero && !type.isInteger(1)) {
    os << "{0}";
    return true;
  }
  switch (type.isIndex() ? 64 : type.getIntOrFloatBitWidth()) {
  case 8:
    writeIntegers<int8_t>(os, shape, dense);
    return true;
  case 16:
    writeIntegers<int16_t>(os, shape, dense);
    return true;
  case 32:
    writeIntegers<int32_t>(os, shape, dense);
    return true;
  case 64:
    writeIntegers<int64_t>(os, shape, dense);
    return true;
  default: // Of EmitC's integers, i1 is left.
    auto next = dense.getValues<bool>().begin();
    writeTable(os, shape, [&](llvm::SmallVectorImpl<char> &text) {
      llvm::append_range(text, StringRef(*next++ ? "true" : "false"));
    });
    return true;
  }
}
