//===- MakeSteps.cpp - Functions that run a part of the model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepEntries.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKESTEPSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

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
    if (getArgumentParts(main, i).isFed)
      return i;
  return std::nullopt;
}

namespace {
struct MakeStepsPass : public tir::impl::TIRMakeStepsPassBase<MakeStepsPass> {
  using TIRMakeStepsPassBase::TIRMakeStepsPassBase;

  void runOnOperation() override {
    if (failed(readFlags()))
      return signalPassFailure();
    for (FunctionOpInterface entry : getModels(getOperation()))
      if (failed(makeSteps(entry)))
        return signalPassFailure();
  }

private:
  /// Reads the options `flags`.
  LogicalResult readFlags() {
    program.clear();
    for (StringRef text : flags) {
      SmallVector<StringRef> parts;
      text.split(parts, ':');
      auto fail = [&] {
        return getOperation().emitError("tir-make-steps: option 'flags' has '")
               << text
               << "'; expected MODEL:KIND:FLAG with one of clear, run, step, "
                  "writes and reads";
      };
      if (parts.size() != 3 ||
          llvm::any_of(parts, [](StringRef part) { return part.empty(); }))
        return fail();
      ProgramFlags &own = program[parts[0]];
      auto *kind = llvm::StringSwitch<SmallVector<std::string> *>(parts[1])
                       .Case("clear", &own.clear)
                       .Case("run", &own.ofRun)
                       .Case("step", &own.ofStep)
                       .Case("writes", &own.written)
                       .Case("reads", &own.read)
                       .Default(nullptr);
      if (!kind)
        return fail();
      kind->push_back(parts[2].str());
    }
    return success();
  }

  LogicalResult makeSteps(FunctionOpInterface entry) {
    BufferCallOpInterface call = findCallOfMain(entry);
    PrimFuncOp main =
        call ? dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration())
             : PrimFuncOp();
    if (!main || main.isExternal()) {
      if (!steps && !llvm::is_contained(stepped, getModelName(entry)))
        return success();
      return entry.emitOpError("calls no main function, which could run in "
                               "steps; use the C interface "
                               "(tir-make-c-interface)");
    }
    std::optional<unsigned> fed = findFedInput(main);
    StringRef name = getModelName(entry);
    bool hasSteps = steps || llvm::is_contained(stepped, name);
    auto own = program.find(name);
    bool isDriven = hasSteps || fed;
    if (!isDriven && !guard && own == program.end())
      return success();
    auto run = cast<func::FuncOp>(*entry);
    std::optional<WorkspaceGuard> guardOfRun;
    if (own != program.end())
      guardOfRun.emplace(run, onError, own->second);
    else if (hasInternalPools(entry))
      guardOfRun.emplace(run, onError);
    if (isDriven && failed(addEntries(run, call, main, fed, hasSteps,
                                      guardOfRun ? &*guardOfRun : nullptr)))
      return failure();
    if (guardOfRun)
      guardOfRun->guard(call);
    return success();
  }

  LogicalResult addEntries(func::FuncOp run, BufferCallOpInterface call,
                           PrimFuncOp main, std::optional<unsigned> fed,
                           bool hasSteps, WorkspaceGuard *guardOfRun) {
    RunSteps runSteps(main);
    if (fed && !runSteps.feed)
      return main.emitOpError("argument #")
             << *fed << " comes by rows ('fed' in '" << kKernelArgumentAttrName
             << "'), but not exactly one call copies its rows, in one loop; "
                "let "
                "its readers run by rows (tir-choose-rows, tir-stream-rows), "
                "and run no pass after them that copies calls or takes loops "
                "apart";
    SymbolTable symbols(getOperation());
    runSteps.outline(symbols);
    StepEntries(run, call, runSteps, guardOfRun, hasSteps, onError).create();
    runSteps.runAll();
    describe(run, runSteps, hasSteps);
    return success();
  }

  /// Adds what the header says of these functions to the interface.
  void describe(FunctionOpInterface entry, RunSteps &runSteps, bool hasSteps) {
    Builder builder(&getContext());
    auto interface = entry->getAttrOfType<DictionaryAttr>(kInterfaceAttrName);
    NamedAttrList fields(interface);
    NamedAttrList driven;
    driven.set("steps", builder.getI64IntegerAttr(runSteps.count));
    if (hasSteps)
      driven.set("has_step", builder.getUnitAttr());
    if (runSteps.feed) {
      auto inputs = interface.getAs<ArrayAttr>("inputs");
      unsigned number = 0;
      for (unsigned i = 0; i < runSteps.feed->input; ++i)
        number += (runSteps.main.getEffect(i) == Effect::Read ||
                   getPort(runSteps.main, i).isOverwritten) &&
                  !getPort(runSteps.main, i).pool;
      driven.set("input", cast<DictionaryAttr>(inputs[number]).get("c_name"));
      driven.set("rows", builder.getI64IntegerAttr(runSteps.feed->rows));
    }
    fields.set("driven", driven.getDictionary(&getContext()));
    entry->setAttr(kInterfaceAttrName, fields.getDictionary(&getContext()));
  }

  /// The flags that models share with others, by their names.
  llvm::StringMap<ProgramFlags> program;
};
} // namespace
