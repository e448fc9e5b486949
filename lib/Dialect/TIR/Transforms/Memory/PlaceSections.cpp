//===- PlaceSections.cpp - Sections and alignments of static data
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/Sections.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {
#define GEN_PASS_DEF_TIRPLACESECTIONSPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct PlaceSectionsPass
    : public tir::impl::TIRPlaceSectionsPassBase<PlaceSectionsPass> {
  using TIRPlaceSectionsPassBase::TIRPlaceSectionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkOptions()))
      return signalPassFailure();
    for (auto global : module.getOps<memref::GlobalOp>()) {
      if (global.isExternal())
        continue;
      if (global.getConstant())
        placeConstant(global);
      else if (global.isUninitialized())
        setSection(global, workspaceSection);
    }
    for (auto pool : module.getOps<PoolOp>())
      if (!pool.getExternal() && !pool.isPlanned())
        setSection(pool,
                   pool.getReadOnly() ? constantsSection : workspaceSection,
                   pool.getSectionAttrName());
    for (FunctionOpInterface model : getModels(module))
      describe(model);
  }

private:
  LogicalResult checkOptions() {
    for (const auto *section : {&constantsSection, &workspaceSection})
      if (!section->empty() && !isSectionName(*section))
        return getOperation().emitError("tir-place-sections: option '")
               << section->ArgStr << "' is '" << StringRef(*section) << "'; "
               << kSectionNameRule;
    if (llvm::isPowerOf2_64(constantsAlignment))
      return success();
    return getOperation().emitError(
               "tir-place-sections: option 'constants-alignment' is ")
           << uint64_t(constantsAlignment) << "; expected a power of two";
  }

  /// A section that is stated is kept.
  static void setSection(Operation *op, StringRef section, StringRef name) {
    if (!section.empty() && !op->hasAttr(name))
      op->setAttr(name, StringAttr::get(op->getContext(), section));
  }

  static void setSection(memref::GlobalOp global, StringRef section) {
    updateGlobal(global, [&](GlobalParts &parts) {
      if (!section.empty() && !parts.section)
        parts.section = StringAttr::get(global.getContext(), section);
    });
  }

  void placeConstant(memref::GlobalOp global) {
    setSection(global, constantsSection);
    // Without the option, a C compiler chooses an alignment.
    if (constantsAlignment > global.getAlignment().value_or(1))
      global.setAlignment(constantsAlignment);
  }

  /// Adds the section to the pools of the model's plan.
  void describe(FunctionOpInterface model) {
    PlanAttr plan = getPlan(model);
    if (!plan || workspaceSection.empty())
      return;
    PlanParts parts(plan);
    for (PlannedPoolAttr &pool : parts.pools) {
      auto global = dyn_cast_if_present<memref::GlobalOp>(
          SymbolTable::lookupSymbolIn(getOperation(), pool.getName()));
      if (global)
        if (StringAttr section = getGlobalParts(global).section)
          pool = pool.withSection(section);
    }
    setPlan(model, parts);
  }
};
} // namespace
