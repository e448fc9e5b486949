//===- Slices.h - Where the elements of a slice lie
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_SLICES_H
#define TIR_DIALECT_TIR_ANALYSIS_SLICES_H

#include "mlir/Interfaces/ViewLikeInterface.h"

namespace tir {

/// Returns the position of the first element of a slice in a tensor of `shape`
/// whose elements lie one after the other there, or std::nullopt if they do
/// not, or if that is not known.
std::optional<int64_t>
findContiguousSlice(mlir::OffsetSizeAndStrideOpInterface slice,
                    llvm::ArrayRef<int64_t> shape);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_SLICES_H
