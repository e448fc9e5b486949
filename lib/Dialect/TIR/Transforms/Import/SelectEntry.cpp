//===- SelectEntry.cpp - The functions that become entry points
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "EntryFunctions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/ADT/StringExtras.h"

namespace tir {
#define GEN_PASS_DEF_TIRSELECTENTRYPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct SelectEntryPass
    : public tir::impl::TIRSelectEntryPassBase<SelectEntryPass> {
  using TIRSelectEntryPassBase::TIRSelectEntryPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> defined, candidates;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      defined.push_back(function);
      if (entry.empty() ? function.isPublic() : function.getName() == entry)
        candidates.push_back(function);
    }
    if (!canBeEntries<func::FuncOp>(candidates)) {
      reportNoEntry(module, defined, candidates.size());
      return signalPassFailure();
    }

    makeEntries<func::FuncOp>(module, candidates);
    // Operations that read a variable name it by a string, which symbol-dce
    // does not recognise as a use.
    for (auto variable : module.getOps<tosa::VariableOp>())
      variable.setPublic();
    for (func::FuncOp chosen : candidates)
      if (!chosen.getBody().hasOneBlock()) {
        chosen.emitError("the entry function @")
            << chosen.getName() << " has "
            << chosen.getBody().getBlocks().size()
            << " blocks; expected straight-line code over tensors in one block "
               "(control flow as scf or tosa.cond_if, tosa.while_loop)";
        return signalPassFailure();
      }
  }

  void reportNoEntry(ModuleOp module, MutableArrayRef<func::FuncOp> defined,
                     size_t found) {
    InFlightDiagnostic diag = module.emitError();
    if (!entry.empty())
      diag << "no function @" << entry << " to be the entry point";
    else if (found == 0)
      diag << "no entry function: expected one public func.func with a body";
    else
      diag << "no entry function chosen: expected one public func.func, found "
           << found;
    if (defined.empty()) {
      diag << "; the module defines no function at all: give a model whose "
              "main function is a func.func on tensors";
      return;
    }
    diag << "; the module defines ";
    llvm::interleaveComma(defined, diag, [&](func::FuncOp function) {
      diag << (function.isPublic() ? "@" : "private @") << function.getName();
    });
    auto *likely = llvm::find_if(
        defined, [](func::FuncOp function) { return function.isPublic(); });
    diag << "; choose one with --entry="
         << (likely == defined.end() ? defined.front() : *likely).getName();
    if (entry.empty() && found > 1)
      diag << ", or make each a model by '" << kModelAttrName << "'";
  }
};
} // namespace
