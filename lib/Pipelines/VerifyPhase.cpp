//===- VerifyPhase.cpp - Checks what must hold after a phase
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Passes.h"

#include "tir/Pipelines/Phase.h"

namespace tir {
#define GEN_PASS_DEF_TIRVERIFYPHASEPASS
#include "tir/Pipelines/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct VerifyPhasePass
    : public tir::impl::TIRVerifyPhasePassBase<VerifyPhasePass> {
  using TIRVerifyPhasePassBase::TIRVerifyPhasePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    markAllAnalysesPreserved();
    if (const Phase *found = lookupPhase(phase)) {
      if (failed(verifyPhaseContract(module, found->name, found->contract)))
        signalPassFailure();
      return;
    }
    InFlightDiagnostic diag = module.emitError("there is no phase '")
                              << phase << "'; the phases are ";
    llvm::interleaveComma(getPhases(), diag,
                          [&](const Phase *known) { diag << known->name; });
    signalPassFailure();
  }
};
} // namespace
