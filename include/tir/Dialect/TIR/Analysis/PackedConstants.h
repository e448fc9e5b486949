//===- PackedConstants.h - Constants whose numbers share bytes -*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_PACKEDCONSTANTS_H
#define TIR_DIALECT_TIR_ANALYSIS_PACKEDCONSTANTS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tir {

/// How the numbers of a constant lie in its bytes: the first one in the low
/// bits.
struct PackedForm {
  unsigned bits;
  bool isSigned;

  int64_t getPerByte() const { return 8 / bits; }
  bool operator==(const PackedForm &other) const {
    return bits == other.bits && isSigned == other.isSigned;
  }
};

/// Returns the form with the fewest bits that has all numbers of a constant, or
/// std::nullopt if the module does not pack constants (`packed_constants` of
/// `tir.model`), the numbers need more than 4 bits, or there are too few to be
/// worth it.
std::optional<PackedForm> findPackedForm(mlir::memref::GlobalOp global);

/// Returns the bytes of a constant in this form.
mlir::DenseElementsAttr packElements(mlir::DenseElementsAttr elements,
                                     PackedForm form);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_PACKEDCONSTANTS_H
