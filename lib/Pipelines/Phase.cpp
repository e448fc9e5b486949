//===- Phase.cpp - The table of the phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "tir/Pipelines/Passes.h"

using namespace mlir;
using namespace tir;

static constexpr const Phase *kPhases[] = {
    &importPhase, &kernelsPhase, &schedulePhase, &buffersPhase, &planPhase,
    &loopsPhase,  &abiPhase,     &emitcPhase,    &llvmPhase};

llvm::ArrayRef<const Phase *> tir::getPhases() { return kPhases; }

const Phase *tir::lookupPhase(StringRef name) {
  const auto *found = llvm::find_if(
      kPhases, [&](const Phase *phase) { return phase->name == name; });
  return found == std::end(kPhases) ? nullptr : *found;
}

SmallVector<const Phase *> tir::getPhasesUpTo(const Phase &phase) {
  SmallVector<const Phase *> phases;
  for (const Phase *next = &phase; next; next = lookupPhase(next->after))
    phases.push_back(next);
  std::reverse(phases.begin(), phases.end());
  return phases;
}

const Phase &tir::getLastCommonPhase() {
  // It is the first phase that several phases follow.
  for (const Phase *phase : kPhases)
    if (llvm::count_if(kPhases, [&](const Phase *next) {
          return next->after == phase->name;
        }) != 1)
      return *phase;
  llvm_unreachable("the table of the phases has no end");
}

void tir::addPhase(OpPassManager &pm, const Phase &phase,
                   const PhaseOptions &options) {
  phase.build(pm, options);
  pm.addPass(createTIRVerifyPhasePass({phase.name.str()}));
}
