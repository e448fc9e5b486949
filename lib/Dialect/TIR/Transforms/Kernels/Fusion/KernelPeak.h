//===- KernelPeak.h - The memory between the kernels of a block
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_KERNELPEAK_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_KERNELPEAK_H

#include "tir/Dialect/TIR/Transforms/Kernels/Fusion/KernelFusion.h"

namespace tir {

/// Returns the most bytes of tensors that are between kernels at one time, if
/// these run in their order. The arguments and the results of the block, which
/// its caller owns, do not count. The memory plan may need less, as a result
/// may lie over an operand.
int64_t getPeakBytes(mlir::Block &block, const KernelPartition &partition);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_KERNELPEAK_H
