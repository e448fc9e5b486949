//===- LinkSteps.h - Bitcode of the steps that a module calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_LINKSTEPS_H
#define TIR_LIB_TARGET_LLVM_LINKSTEPS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace tir {

/// The steps that are written as C and that a module calls.
class LinkedSteps {
public:
  using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

  /// Adds the bitcode of the steps that `module` declares. Reports a step whose
  /// instructions the target does not have: since steps are inlined always,
  /// LLVM does not check that, and could not generate code.
  llvm::LogicalResult link(llvm::Module &module,
                           const llvm::TargetMachine &machine,
                           EmitError emitError);

  /// Checks that the optimiser has left no function of a step.
  llvm::LogicalResult verifyInlined(const llvm::Module &module,
                                    EmitError emitError) const;

private:
  /// The names of the functions, with the ones that only steps call.
  llvm::SmallVector<std::string> functions;
};

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_LINKSTEPS_H
