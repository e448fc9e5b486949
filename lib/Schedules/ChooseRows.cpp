//===- ChooseRows.cpp - The calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

#include "RowGrouping.h"

#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHOOSEROWSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
struct ChooseRowsPass
    : public tir::impl::TIRChooseRowsPassBase<ChooseRowsPass> {
  using TIRChooseRowsPassBase::TIRChooseRowsPassBase;

  void runOnOperation() override {
    TargetOptions target;
    target.triple = triple;
    target.cpu = cpu;
    target.features = features;
    target.hasOnlyObjects = onlyObjects;
    KernelCosts costs(ScheduleSearch(&getContext(), schedule, target,
                                     /*estimatesMemory=*/true));
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    if (!feedRows.empty() && failed(markFed(module)))
      return signalPassFailure();
    int64_t numGroups = 0;
    for (auto function : module.getOps<PrimFuncOp>())
      if (!function.isPrivate() && !function.isExternal() &&
          failed(RowGrouping(function.getBody().front(), costs, rows,
                             overwriteInputs, symbols, numGroups)
                     .run()))
        return signalPassFailure();
    joinSums(module, symbols);
    eraseUnused(module, symbols);
  }

private:
  /// Marks the input whose rows the application hands over.
  LogicalResult markFed(ModuleOp module) {
    SmallVector<StringRef> names;
    bool isFound = false;
    for (auto main : module.getOps<PrimFuncOp>()) {
      if (main.isPrivate() || main.isExternal())
        continue;
      for (unsigned i = 0; i < main.getNumArguments(); ++i) {
        auto name = main.getArgAttrOfType<StringAttr>(i, kNameAttrName);
        if (!name || main.getEffect(i) != Effect::Read)
          continue;
        names.push_back(name);
        if (name != feedRows)
          continue;
        isFound = true;
        main.setArgAttr(i, kFedAttrName, UnitAttr::get(&getContext()));
      }
    }
    if (isFound)
      return success();
    return module.emitError("has no input '")
           << feedRows.getValue()
           << "' to hand over by rows (--feed-rows); expected one of: "
           << llvm::join(names, ", ");
  }

  /// Puts a sum that does not run by rows together with what is computed from
  /// it.
  static void joinSums(ModuleOp module, SymbolTable &symbols) {
    SmallVector<CallTIROp> calls;
    module.walk([&](CallTIROp call) { calls.push_back(call); });
    for (CallTIROp call : calls) {
      KernelAttr rest = getKernelAttr(call.lookupCallee());
      FlatSymbolRefAttr name = rest ? rest.getSplitFrom() : FlatSymbolRefAttr();
      auto sum =
          name ? call.getArgs()[0].getDefiningOp<CallTIROp>() : CallTIROp();
      if (!sum || sum->hasAttr(kRowsAttrName))
        continue;
      OpBuilder builder(call);
      auto whole = CallTIROp::create(builder, call.getLoc(), name,
                                     ValueRange(sum.getArgs()[0]),
                                     ValueRange(call.getArgs()[1]));
      whole->setDiscardableAttrs(call->getDiscardableAttrDictionary());
      call->replaceAllUsesWith(whole->getResults());
      call->erase();
      sum->erase();
    }
  }

  /// Of a kernel and the function for one of its rows, erases what is not
  /// called.
  static void eraseUnused(ModuleOp module, SymbolTable &symbols) {
    llvm::SetVector<PrimFuncOp> kernels;
    for (auto kernel : module.getOps<PrimFuncOp>()) {
      KernelParts known(getKernelAttr(kernel));
      FlatSymbolRefAttr other =
          known.rowKernel ? known.rowKernel : known.splitFrom;
      if (!other)
        continue;
      kernels.insert(kernel);
      if (auto function = symbols.lookup<PrimFuncOp>(other.getAttr()))
        kernels.insert(function);
      updateKernel(kernel, [](KernelParts &parts) {
        (parts.rowKernel ? parts.rowKernel : parts.splitFrom) = {};
      });
    }
    SymbolTableCollection tables;
    SymbolUserMap users(tables, module);
    for (PrimFuncOp kernel : kernels)
      if (users.useEmpty(kernel))
        symbols.erase(kernel);
  }
};
} // namespace
