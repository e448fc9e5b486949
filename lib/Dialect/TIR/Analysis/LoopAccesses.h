//===- LoopAccesses.h - What the iterations of a loop read and write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_ANALYSIS_LOOPACCESSES_H
#define TIR_LIB_DIALECT_TIR_ANALYSIS_LOOPACCESSES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/MapVector.h"

#include <optional>

namespace tir {

/// An operation of some iteration reads or writes bytes of a buffer, from
/// `begin` to `end` - 1. Operations that run later have larger times.
struct LoopAccess {
  uint64_t time;
  int64_t begin, end;
  bool isWrite;
};

/// For each buffer, the accesses to it in the order of their times.
using LoopAccesses =
    llvm::MapVector<mlir::Value, llvm::SmallVector<LoopAccess>>;

/// Runs a loop of known bounds whose conditions and offsets depend on nothing
/// but the iterations, and returns the accesses of each. An operation that both
/// reads and writes a buffer has an access for each. Where an offset is not
/// known, the access is one to the whole buffer, and where a condition is not
/// known, both branches run.
///
/// Returns std::nullopt after `maxSteps` operations, if the loop cannot be
/// followed, or if it uses a buffer that may be any of several.
std::optional<LoopAccesses> findLoopAccesses(mlir::scf::ForOp loop,
                                             const mlir::DataLayout &layout,
                                             uint64_t maxSteps);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_ANALYSIS_LOOPACCESSES_H
