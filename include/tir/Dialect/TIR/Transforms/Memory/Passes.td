//===- Passes.td - Passes that make buffers and place them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PASSES_TD

include "tir/Dialect/TIR/Transforms/Memory/BufferPasses.td"
include "tir/Dialect/TIR/Transforms/Memory/ConstantPasses.td"
include "tir/Dialect/TIR/Transforms/Memory/LaunchPasses.td"
include "tir/Dialect/TIR/Transforms/Memory/OverlapPasses.td"
include "tir/Dialect/TIR/Transforms/Memory/PlanPasses.td"

#endif // TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PASSES_TD
