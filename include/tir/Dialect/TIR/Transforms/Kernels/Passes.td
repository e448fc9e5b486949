//===- Passes.td - Passes that make, merge and lower kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_PASSES_TD

include "tir/Dialect/TIR/Transforms/Kernels/ExposingPasses.td"
include "tir/Dialect/TIR/Transforms/Kernels/LoweringPasses.td"
include "tir/Dialect/TIR/Transforms/Kernels/NormalizationPasses.td"
include "tir/Dialect/TIR/Transforms/Kernels/OutliningPasses.td"

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_PASSES_TD
