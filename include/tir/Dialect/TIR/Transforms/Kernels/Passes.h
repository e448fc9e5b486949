//===- Passes.h - Passes that make, merge and lower kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_PASSES_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tir/Dialect/Kernel/IR/KernelDialect.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Whether constants of at most 4 bits share bytes: if the model has integers
/// of such types, always or never.
enum class PackedChoice { Auto, On, Off };

#define GEN_PASS_DECL
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"

/// Implements KernelOpInterface for upstream's operations, so that kernels can
/// compute them.
void registerKernelOpInterfaceExternalModels(mlir::DialectRegistry &registry);

/// Implements StorageOpInterface for upstream's operations, so that their
/// elements can be wider in memory.
void registerStorageOpInterfaceExternalModels(mlir::DialectRegistry &registry);

/// Implements ChannelOpInterface for upstream's operations, so that constant
/// channels can be left out.
void registerChannelOpInterfaceExternalModels(mlir::DialectRegistry &registry);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_PASSES_H
