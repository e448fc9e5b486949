//===- Passes.h - Passes that make buffers and place them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PASSES_H
#define TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tir/Dialect/Kernel/IR/KernelDialect.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// How the phase `plan` lays buffers out.
enum class PlanStrategy { Packed, Separate };

/// Where inputs and outputs lie: in memory that the application passes, or in a
/// pool of the plan.
enum class IOMemory { App, Pool };

/// Whether kernels write over their inputs: where that saves memory, or never.
enum class OverlapChoice { Auto, Off };

/// Where the memory of the pools comes from: static arrays of the model, the
/// application (an argument for each pool), `TVMBackendAllocWorkspace`, or the
/// stack of each call and, if it is more than a limit,
/// `TVMBackendAllocWorkspace`.
enum class Workspace { Internal, External, Backend, Call };

/// The most bytes that a call takes from the stack by default. Each thread has
/// much more, and what an allocation costs is nothing beside a model that needs
/// more.
inline constexpr uint64_t kStackWorkspaceBytes = 16384;

#define GEN_PASS_DECL
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"

/// Registers the external models that let one-shot bufferization handle
/// `tir.call_tir`.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PASSES_H
