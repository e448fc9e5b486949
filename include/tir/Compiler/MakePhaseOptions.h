//===- MakePhaseOptions.h - From options of a compilation to options of phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_MAKEPHASEOPTIONS_H
#define TIR_COMPILER_MAKEPHASEOPTIONS_H

#include "tir/Compiler/CompilationOptions.h"
#include "tir/Pipelines/PhaseOptions.h"

namespace tir {

/// Sets the target in the options of the phase `llvm`.
void setTarget(LLVMOptions &phase, const TargetOptions &target);

/// Sets the options of all phases for the file with this name. The limit of
/// RAM and the choices of schedules and rows are the user's: those with which
/// the model fits are the result of a search (Strategy.h).
void setPhaseOptions(PhaseOptions &phases, const CompilationOptions &options,
                     llvm::StringRef source);

/// Sets the options with which the phase `buffers` is replaced for a module on
/// buffers that tirc did not make.
void setAdoptBuffersOptions(AdoptBuffersOptions &phase,
                            const CompilationOptions &options,
                            llvm::StringRef source);

/// Sets the conventions of code that is linked.
void setConventions(ABIOptions &phase, const CompilationOptions &options);

/// Sets what differs in code that loaders load: threads may call it, and its
/// runtime is found when it is loaded.
void setLoadedConventions(ABIOptions &phase, const CompilationOptions &options);

/// Returns whether code for loaders has conventions of its own, beside other
/// code.
bool compilesForLoaders(const CompilationOptions &options);

} // namespace tir

#endif // TIR_COMPILER_MAKEPHASEOPTIONS_H
