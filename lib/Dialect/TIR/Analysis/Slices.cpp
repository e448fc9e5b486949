//===- Slices.cpp - Where the elements of a slice lie
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/Slices.h"

using namespace mlir;

std::optional<int64_t>
tir::findContiguousSlice(OffsetSizeAndStrideOpInterface slice,
                         ArrayRef<int64_t> shape) {
  int64_t position = 0;
  bool isInside = false;
  if (!slice.hasUnitStride())
    return std::nullopt;
  for (auto [extent, offset, size] : llvm::zip_equal(
           shape, slice.getStaticOffsets(), slice.getStaticSizes())) {
    if (ShapedType::isDynamic(offset) || ShapedType::isDynamic(size) ||
        (isInside && size != extent))
      return std::nullopt;
    isInside |= size != 1;
    position = position * extent + offset;
  }
  return position;
}
