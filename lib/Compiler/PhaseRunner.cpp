//===- PhaseRunner.cpp - Running phases, and passes before them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/PhaseRunner.h"

#include "mlir/IR/Verifier.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Pipelines/SymbolLookupInstrumentation.h"

using namespace mlir;
using namespace tir;

LogicalResult PhaseRunner::run(PassManager &pm, ModuleOp module) {
  LogicalResult result = pm.run(module);
  return wasCancelled() ? failure() : result;
}

LogicalResult PhaseRunner::runPassesBefore(StringRef phase, ModuleOp module) {
  bool any = false, hasErrors = false;
  ScopedDiagnosticHandler watch(&context, [&](Diagnostic &diagnostic) {
    hasErrors |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
    return failure();
  });
  for (PassesBefore &before : passesBefore) {
    if (before.phase != phase)
      continue;
    any = true;
    if (succeeded(timed("before " + phase.str(),
                        [&] { return run(*before.passes, module); })))
      continue;
    if (!hasErrors && !wasCancelled())
      emitOptionError(context)
          << "--passes-before=" << before.text
          << ": one of its passes failed and did not say why; run them alone "
             "with tir-opt on the file of the phase before "
             "(--dump-phases=DIR)";
    return failure();
  }
  // The name sorts before the name of the phase's own file.
  return any ? dump(phase, ".before", module) : success();
}

LogicalResult PhaseRunner::runPasses(StringRef name, ModuleOp module) {
  PassManager pm(&context);
  // The verifiers of some operations look at the whole module, so that checks
  // after each pass would take quadratic time.
  pm.enableVerifier(false);
  pm.addInstrumentation(std::make_unique<SymbolLookupInstrumentation>());
  addPhase(pm, *lookupPhase(name), options);
  return success(succeeded(run(pm, module)) && succeeded(verify(module)));
}

LogicalResult PhaseRunner::runPhase(StringRef name, ModuleOp module) {
  failedPhase = name;
  if (failed(runPassesBefore(name, module)) || failed(timed(name, [&] {
        return success(succeeded(runPasses(name, module)) &&
                       succeeded(dump(name, "", module)));
      })))
    return failure();
  failedPhase = "";
  return success();
}

LogicalResult PhaseRunner::runPhaseQuietly(StringRef name, ModuleOp module) {
  for (PassesBefore &before : passesBefore)
    if (before.phase == name && failed(run(*before.passes, module)))
      return failure();
  return runPasses(name, module);
}
