//===- Elements.h - Elements of tensors in memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_ELEMENTS_H
#define TIR_LIB_CHECK_ELEMENTS_H

#include "mlir/IR/BuiltinTypes.h"

namespace tir {

/// Reads and writes elements of one type, in the order of bytes of this
/// machine.
class Elements {
public:
  /// The type is an integer or a float of at most 64 bits, or `index`.
  explicit Elements(mlir::Type type);

  /// The bytes of an element.
  size_t getWidth() const { return width; }
  bool areFloats() const { return bool(semantics); }

  uint64_t readBits(const char *element) const;
  void writeBits(uint64_t bits, char *element) const;

  /// The number that an element stands for. Integers are signed.
  int64_t readInteger(const char *element) const;
  double readFloat(const char *element) const;
  /// Writes the nearest number of the type.
  void writeFloat(double value, char *element) const;

private:
  unsigned bits;
  size_t width;
  const llvm::fltSemantics *semantics;
};

} // namespace tir

#endif // TIR_LIB_CHECK_ELEMENTS_H
