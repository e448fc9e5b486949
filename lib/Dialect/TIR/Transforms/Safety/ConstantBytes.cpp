//===- ConstantBytes.cpp - The CRC of a constant
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantBytes.h"

#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace tir;

/// x^32 + x^26 + x^23 + x^22 + x^16 + x^12 + x^11 + x^10 + x^8 + x^7 + x^5 +
/// x^4 + x^2 + x + 1, with the lowest power in the highest bit.
static constexpr uint32_t kPolynomial = 0xEDB88320;

unsigned tir::getStoredBits(Type element) {
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  if (bits == 1)
    return 8;
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits : 0;
}

std::array<uint32_t, 16> ConstantsCRC::getTable() {
  std::array<uint32_t, 16> table;
  for (uint32_t number = 0; number < table.size(); ++number) {
    uint32_t rest = number;
    for (unsigned bit = 0; bit < 4; ++bit)
      rest = (rest >> 1) ^ (rest % 2 != 0 ? kPolynomial : 0);
    table[number] = rest;
  }
  return table;
}

void ConstantsCRC::add(DenseElementsAttr elements) {
  unsigned bytes = getStoredBits(elements.getElementType()) / 8;
  auto add = [&](const APInt &element) {
    uint8_t little[8];
    llvm::support::endian::write64le(little, element.getZExtValue());
    crc.update(ArrayRef(little, bytes));
  };
  if (isa<FloatType>(elements.getElementType()))
    for (const APFloat &element : elements.getValues<APFloat>())
      add(element.bitcastToAPInt());
  else
    for (const APInt &element : elements.getValues<APInt>())
      add(element);
}
