//===- Passes.h - Passes that make the calling conventions concrete
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PASSES_H
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// How the main function calls kernels: with raw pointers, with the packed
/// signature directly, or through the function registry. `Default` follows the
/// convention of the model's functions.
enum class KernelCalls { Default, Unpacked, CPacked, Packed };

/// The entry point that the application calls: a function over structs of
/// pointers, or one with the packed signature.
enum class InterfaceAPI { C, Packed };

#define GEN_PASS_DECL
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PASSES_H
