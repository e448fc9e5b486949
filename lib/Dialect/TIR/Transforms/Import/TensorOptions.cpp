//===- TensorOptions.cpp - Options about inputs and outputs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/TensorOptions.h"

#include "tir/ABI/Names.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

#include <cmath>

using namespace tir;
using llvm::createStringError;
using llvm::Expected;
using llvm::StringRef;

Expected<TensorQuantization> tir::parseTensorQuantization(StringRef text,
                                                          StringRef example) {
  TensorQuantization result;
  auto [rest, zeroPoint] = text.rsplit(':');
  StringRef scale;
  std::tie(result.name, scale) = rest.rsplit(':');
  if (!result.name.empty() && !scale.getAsDouble(result.scale) &&
      !zeroPoint.getAsInteger(10, result.zeroPoint) && result.scale > 0 &&
      result.scale <= std::numeric_limits<double>::max())
    return result;
  return createStringError(
      "--io-quant=" + text +
      " is not of the form NAME:scale:zero_point; expected "
      "a positive number and an integer, such as "
      "--io-quant=" +
      example + ":0.0039215686:-128");
}

Expected<Renaming> tir::parseRenaming(StringRef text) {
  auto [from, to] = text.rsplit(':');
  if (!from.empty() && isPartOfCName(to) && !llvm::isDigit(to.front()))
    return Renaming{from, to};
  return createStringError(
      "--rename=" + text +
      " is not of the form OLD:NEW; expected the name of an input, an output "
      "or a variable, and its name in C, such as --rename=Identity:output");
}

/// Parses `1x49x10x1` into dimensions. Returns false if `text` is invalid.
static bool parseShape(StringRef text, llvm::SmallVectorImpl<int64_t> &shape) {
  llvm::SmallVector<StringRef> parts;
  if (!text.empty())
    text.split(parts, 'x');
  for (StringRef part : parts)
    if (part.getAsInteger(10, shape.emplace_back()) || shape.back() <= 0)
      return false;
  return true;
}

Expected<InputShape> tir::parseInputShape(StringRef text) {
  InputShape result;
  StringRef shape;
  std::tie(result.key, shape) = text.rsplit(':');
  if (!result.key.empty() && text.contains(':') &&
      parseShape(shape, result.shape))
    return result;
  return createStringError("--input-shape=" + text +
                           ": is not of the form INDEX:SHAPE or NAME:SHAPE; "
                           "expected positive sizes joined by 'x', such as "
                           "--input-shape=0:1x49x10x1");
}

Expected<InputValue> tir::parseInputValue(StringRef text) {
  InputValue result;
  std::tie(result.key, result.number) = text.rsplit(':');
  double number;
  if (!result.key.empty() && text.contains(':') &&
      (result.number == "true" || result.number == "false" ||
       !result.number.getAsDouble(number)))
    return result;
  return createStringError("--input-value=" + text +
                           ": is not of the form INDEX:NUMBER or NAME:NUMBER; "
                           "expected a number, true or false, such as "
                           "--input-value=sr:16000");
}

Expected<SlidingInput> tir::parseSlidingInput(StringRef text) {
  SlidingInput result;
  StringRef rows;
  std::tie(result.key, rows) = text.rsplit(':');
  if (!result.key.empty() && text.contains(':') &&
      !rows.getAsInteger(10, result.rows) && result.rows > 0)
    return result;
  return createStringError(
      "--slide=" + text +
      ": is not of the form INPUT:ROWS; expected the name of an input and how "
      "many new rows each call takes, such as --slide=input:2");
}

/// Reads numbers with slashes between them.
static bool parseNumbers(StringRef text,
                         llvm::SmallVectorImpl<double> &numbers) {
  for (StringRef part : llvm::split(text, '/'))
    if (part.getAsDouble(numbers.emplace_back()))
      return false;
  return true;
}

Expected<InputNormalization> tir::parseInputNormalization(StringRef text) {
  InputNormalization result;
  auto [rest, shift] = text.rsplit(':');
  auto [before, scale] = rest.rsplit(':');
  auto [key, bias] = before.rsplit(':');
  result.key = key;
  auto isShift = [](double number) {
    return number == std::floor(number) && number >= 0 && number <= 31;
  };
  if (!key.empty() && llvm::count(text, ':') >= 3 &&
      parseNumbers(bias, result.bias) && parseNumbers(scale, result.scale) &&
      parseNumbers(shift, result.shift) && llvm::all_of(result.shift, isShift))
    return result;
  return createStringError(
      "--input-normalization=" + text +
      ": is not of the form NAME:BIAS:SCALE:SHIFT; expected numbers with "
      "slashes between the numbers of channels, and shifts of 0 to 31, such as "
      "--input-normalization=x:-83/-80:163/165:7");
}
