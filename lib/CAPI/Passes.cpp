//===- Passes.cpp - Passes and phases in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir-c/Passes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "tir/Driver/Compilation.h"
#include "tir/Pipelines/Phases.h"

using namespace mlir;

void tirRegisterPasses(void) { tir::registerPassesOfProcess(); }

intptr_t tirGetNumPhases(void) {
  return tir::getPhaseNames().drop_back().size();
}

MlirStringRef tirGetPhaseName(intptr_t index) {
  if (index < 0 || index >= tirGetNumPhases())
    return MlirStringRef{nullptr, 0};
  return wrap(tir::getPhaseNames()[index]);
}

MlirLogicalResult tirRunPipeline(MlirOperation module, MlirStringRef pipeline) {
  tirRegisterPasses();
  Operation *op = unwrap(module);
  if (!op)
    return wrap(failure());
  StringRef anchor = op->getName().getStringRef();
  StringRef text = tir::dropAnchor(unwrap(pipeline), anchor);
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  PassManager manager(op->getContext(), anchor);
  if (failed(parsePassPipeline(text, manager, stream))) {
    emitError(op->getLoc())
        << "pipeline '" << text
        << "' does not read: " << StringRef(problems).trim();
    return wrap(failure());
  }
  return wrap(manager.run(op));
}
