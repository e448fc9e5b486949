//===- Dequantizations.h - Kernels that only dequantize
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_DEQUANTIZATIONS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_DEQUANTIZATIONS_H

#include "tir/Dialect/TIR/Transforms/Kernels/Fusion/KernelFusion.h"

namespace tir {

/// Returns whether `kernel` does no more than make floats of integers that need
/// fewer bytes, such as a dequantization.
bool isDequantization(const Kernel &kernel);

/// Returns whether `kernel` dequantizes constants: these are in flash, and the
/// result would be in RAM.
bool isExpandedConstant(const Kernel &kernel);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_DEQUANTIZATIONS_H
