//===- Passes.td - Passes that bring a model into the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_IMPORT_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_IMPORT_PASSES_TD

include "tir/Dialect/TIR/Transforms/Import/FunctionPasses.td"
include "tir/Dialect/TIR/Transforms/Import/ModelPasses.td"
include "tir/Dialect/TIR/Transforms/Import/SlidePasses.td"
include "tir/Dialect/TIR/Transforms/Import/ValuePasses.td"

#endif // TIR_DIALECT_TIR_TRANSFORMS_IMPORT_PASSES_TD
