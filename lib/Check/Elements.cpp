//===- Elements.cpp - Elements of tensors in memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "llvm/ADT/APFloat.h"
#include <cstring>

using namespace mlir;
using namespace tir;

static const llvm::fltSemantics *getSemantics(Type type) {
  auto floating = dyn_cast<FloatType>(type);
  return floating ? &floating.getFloatSemantics() : nullptr;
}

Elements::Elements(Type type)
    : bits(type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64),
      width(llvm::divideCeil(bits, 8)), semantics(getSemantics(type)) {}

uint64_t Elements::readBits(const char *element) const {
  uint64_t bits = 0;
  std::memcpy(&bits, element, width);
  return llvm::sys::IsBigEndianHost ? bits >> (64 - 8 * width) : bits;
}

void Elements::writeBits(uint64_t bits, char *element) const {
  if (llvm::sys::IsBigEndianHost)
    bits <<= 64 - 8 * width;
  std::memcpy(element, &bits, width);
}

int64_t Elements::readInteger(const char *element) const {
  return llvm::SignExtend64(readBits(element), 8 * width);
}

double Elements::readFloat(const char *element) const {
  // Most models have these, and conversions of APFloat take long.
  if (semantics == &llvm::APFloat::IEEEsingle())
    return llvm::bit_cast<float>(uint32_t(readBits(element)));
  llvm::APFloat value(*semantics,
                      llvm::APInt(bits, readBits(element), /*isSigned=*/false,
                                  /*implicitTrunc=*/true));
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

void Elements::writeFloat(double number, char *element) const {
  if (semantics == &llvm::APFloat::IEEEsingle())
    return writeBits(llvm::bit_cast<uint32_t>(float(number)), element);
  llvm::APFloat value(number);
  bool losesInfo;
  value.convert(*semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  writeBits(value.bitcastToAPInt().getZExtValue(), element);
}
