//===- LowerCopies.h - Which copies are one memcpy
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERCOPIES_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERCOPIES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tir {

/// Whether source and target are whole buffers of static shape, so that the
/// copy is one `memcpy`.
bool isWholeCopy(mlir::memref::CopyOp copy);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERCOPIES_H
