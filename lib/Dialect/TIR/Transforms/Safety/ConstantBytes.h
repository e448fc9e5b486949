//===- ConstantBytes.h - The CRC of a constant
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_SAFETY_CONSTANTBYTES_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_SAFETY_CONSTANTBYTES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/CRC.h"
#include <array>

namespace tir {

/// Returns the bits that an element takes in memory, or 0 if its bytes are not
/// known.
unsigned getStoredBits(mlir::Type element);

/// A reflected CRC-32, which the generated code computes in the same way.
class ConstantsCRC {
public:
  /// Adds all elements, each as little-endian bytes.
  void add(mlir::DenseElementsAttr elements);

  /// Returns the CRC without the last inversion.
  uint32_t get() const { return crc.getCRC(); }

  /// What four bits become.
  static std::array<uint32_t, 16> getTable();

private:
  llvm::JamCRC crc;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_SAFETY_CONSTANTBYTES_H
