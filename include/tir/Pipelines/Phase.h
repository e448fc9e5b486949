//===- Phase.h - The table of the phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_PHASE_H
#define TIR_PIPELINES_PHASE_H

#include "tir/Pipelines/PhaseContract.h"
#include "tir/Pipelines/PhaseOptions.h"
#include "llvm/ADT/SmallVector.h"

namespace tir {

/// One phase: a row of the table. tirc, the C API, Python, `tir-opt` and the
/// pass `tir-verify-phase` read the phases from this table and know none by
/// name. To add a phase, write its file in lib/Pipelines and add it to the list
/// in Phase.cpp.
struct Phase {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  /// The name of the phase before this one; empty for the first. Two phases may
  /// follow the same one: each back end is a branch.
  llvm::StringLiteral after;
  /// Adds the passes of the phase, without the check of the contract.
  void (*build)(mlir::OpPassManager &pm, const PhaseOptions &options);
  /// Registers the pipeline `tir-phase-<name>`, with the options of the phase.
  void (*registerPipeline)(const Phase &phase);
  PhaseContract contract;
};

/// Returns all phases. Each comes after the one that it follows.
llvm::ArrayRef<const Phase *> getPhases();

/// Returns the phase with this name, or null.
const Phase *lookupPhase(llvm::StringRef name);

/// Returns the phases from the first one to `phase`, both included.
llvm::SmallVector<const Phase *> getPhasesUpTo(const Phase &phase);

/// Returns the last phase that every back end follows.
const Phase &getLastCommonPhase();

/// Adds the passes of a phase and the check of its contract.
void addPhase(mlir::OpPassManager &pm, const Phase &phase,
              const PhaseOptions &options);

/// Adds the passes of the phase `schedule` before the one that chooses bands of
/// columns, and returns the options of that one.
TIRChooseBandsPassOptions buildUntilBands(mlir::OpPassManager &pm,
                                          const PhaseOptions &options);

/// Adds the passes that bring a function on memrefs, made by another tool, to
/// the form that the phase `buffers` produces.
void buildAdoptBuffersPipeline(mlir::OpPassManager &pm,
                               const AdoptBuffersOptions &options);

/// Adds the passes that turn a module with `registry` of `tir.model` into one
/// of low-level operations, as the phase `abi` produces it: declarations of the
/// models, packed functions that call those with the C interface, metadata, and
/// the function registry of the program.
void buildRegistryPipeline(mlir::OpPassManager &pm);

} // namespace tir

#endif // TIR_PIPELINES_PHASE_H
