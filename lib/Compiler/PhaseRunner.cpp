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

/// The phases between `import` and `loops` are verified together, after the
/// last of them, unless somebody else has a part in them or sees what they
/// make. Each verification takes a fortieth of the time of a long model.
bool PhaseRunner::verifies(StringRef phase) const {
  return verifiesAll || !passesBefore.empty() || hooks.dump ||
         !llvm::is_contained({"kernels", "schedule", "buffers", "plan"}, phase);
}

LogicalResult
PhaseRunner::runPasses(StringRef phase, ModuleOp module,
                       function_ref<void(OpPassManager &)> build) {
  PassManager pm(&context);
  // The verifiers of some operations look at the whole module, so that checks
  // after each pass would take quadratic time.
  pm.enableVerifier(false);
  pm.addInstrumentation(std::make_unique<SymbolLookupInstrumentation>());
  build(pm);
  return success(succeeded(run(pm, module)) &&
                 (!verifies(phase) || succeeded(verify(module))));
}

LogicalResult PhaseRunner::runPhase(StringRef name, ModuleOp module) {
  failedPhase = name;
  if (failed(runPassesBefore(name, module)) || failed(timed(name, [&] {
        auto build = [&](OpPassManager &pm) {
          addPhase(pm, *lookupPhase(name), options);
        };
        return success(succeeded(runPasses(name, module, build)) &&
                       succeeded(dump(name, "", module)));
      })))
    return failure();
  failedPhase = "";
  return success();
}

LogicalResult PhaseRunner::runPhaseQuietly(StringRef name, ModuleOp module) {
  return runPartQuietly(name, module, [&](OpPassManager &pm) {
    addPhase(pm, *lookupPhase(name), options);
  });
}

LogicalResult
PhaseRunner::runPartQuietly(StringRef phase, ModuleOp module,
                            function_ref<void(OpPassManager &)> build) {
  for (PassesBefore &before : passesBefore)
    if (before.phase == phase && failed(run(*before.passes, module)))
      return failure();
  return runPasses(phase, module, build);
}
