//===- MakeSteps.cpp - Functions that run a part of the model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepEntries.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKESTEPSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the call of the model's main function in its entry point, or null.
static BufferCallOpInterface findCallOfMain(FunctionOpInterface entry) {
  auto function = dyn_cast<func::FuncOp>(*entry);
  if (!function || function.isExternal() ||
      !function->hasAttr(kInterfaceAttrName))
    return {};
  auto calls = llvm::to_vector(function.getOps<BufferCallOpInterface>());
  return calls.size() == 1 ? calls.front() : BufferCallOpInterface();
}

static std::optional<unsigned> findFedInput(PrimFuncOp main) {
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (main.getArgAttr(i, kFedAttrName))
      return i;
  return std::nullopt;
}

namespace {
struct MakeStepsPass : public tir::impl::TIRMakeStepsPassBase<MakeStepsPass> {
  using TIRMakeStepsPassBase::TIRMakeStepsPassBase;

  void runOnOperation() override {
    for (FunctionOpInterface entry : getModels(getOperation()))
      if (failed(makeSteps(entry)))
        return signalPassFailure();
  }

private:
  LogicalResult makeSteps(FunctionOpInterface entry) {
    BufferCallOpInterface call = findCallOfMain(entry);
    PrimFuncOp main =
        call ? dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration())
             : PrimFuncOp();
    if (!main || main.isExternal()) {
      if (!steps)
        return success();
      return entry.emitOpError("calls no main function, which could run in "
                               "steps; use the C interface "
                               "(tir-make-c-interface)");
    }
    std::optional<unsigned> fed = findFedInput(main);
    bool isDriven = steps || fed;
    if (!isDriven && !guard)
      return success();
    auto run = cast<func::FuncOp>(*entry);
    std::optional<WorkspaceGuard> guardOfRun;
    if (hasInternalPools(entry))
      guardOfRun.emplace(run, onError);
    if (isDriven && failed(addEntries(run, call, main, fed,
                                      guardOfRun ? &*guardOfRun : nullptr)))
      return failure();
    if (guardOfRun)
      guardOfRun->guard(call);
    return success();
  }

  LogicalResult addEntries(func::FuncOp run, BufferCallOpInterface call,
                           PrimFuncOp main, std::optional<unsigned> fed,
                           WorkspaceGuard *guardOfRun) {
    RunSteps runSteps(main);
    if (fed && !runSteps.feed)
      return main.emitOpError("argument #")
             << *fed << " comes by rows ('" << kFedAttrName
             << "'), but not exactly one call copies its rows, in one loop; "
                "let "
                "its readers run by rows (tir-choose-rows, tir-stream-rows), "
                "and run no pass after them that copies calls or takes loops "
                "apart";
    SymbolTable symbols(getOperation());
    runSteps.outline(symbols);
    StepEntries(run, call, runSteps, guardOfRun, steps, onError).create();
    runSteps.runAll();
    describe(run, runSteps);
    return success();
  }

  /// Adds what the header says of these functions to the interface.
  void describe(FunctionOpInterface entry, RunSteps &runSteps) {
    Builder builder(&getContext());
    auto interface = entry->getAttrOfType<DictionaryAttr>(kInterfaceAttrName);
    NamedAttrList fields(interface);
    NamedAttrList driven;
    driven.set("steps", builder.getI64IntegerAttr(runSteps.count));
    if (steps)
      driven.set("has_step", builder.getUnitAttr());
    if (runSteps.feed) {
      auto inputs = interface.getAs<ArrayAttr>("inputs");
      unsigned number = 0;
      for (unsigned i = 0; i < runSteps.feed->input; ++i)
        number += (runSteps.main.getEffect(i) == Effect::Read ||
                   runSteps.main.getArgAttr(i, kOverwrittenAttrName)) &&
                  !runSteps.main.getArgAttr(i, kPoolAttrName);
      driven.set("input", cast<DictionaryAttr>(inputs[number]).get("c_name"));
      driven.set("rows", builder.getI64IntegerAttr(runSteps.feed->rows));
    }
    fields.set("driven", driven.getDictionary(&getContext()));
    entry->setAttr(kInterfaceAttrName, fields.getDictionary(&getContext()));
  }
};
} // namespace
