//===- NameLocations.cpp - A place for every operation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

namespace tir {
#define GEN_PASS_DEF_TIRNAMELOCATIONSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct NameLocationsPass
    : public tir::impl::TIRNameLocationsPassBase<NameLocationsPass> {
  using TIRNameLocationsPassBase::TIRNameLocationsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::string file = findFileName(module);
    llvm::StringMap<unsigned> ordinals;
    auto name = [&](Location loc, StringRef kind) -> Location {
      // Ordinals count every operation of the kind, named or not, so that a
      // name refers to the same line of the model whatever else has names.
      unsigned ordinal = ordinals[kind]++;
      if (isNumbered(loc))
        return loc;
      auto numbered =
          NameLoc::get(StringAttr::get(&getContext(), file + ":" + kind + "#" +
                                                          Twine(ordinal)),
                       loc);
      // A nested name (in a fused location, or below a call site) also comes
      // from the model.
      NameLoc known = loc->findInstanceOf<NameLoc>();
      if (!known || known.getName().empty())
        return numbered;
      return NameLoc::get(known.getName(), numbered);
    };

    if (!module->getLoc()->findInstanceOf<NameLoc>())
      module->setLoc(
          NameLoc::get(StringAttr::get(&getContext(), file), module->getLoc()));
    module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != module)
        op->setLoc(name(op->getLoc(), kindOf(op)));
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument arg : block.getArguments())
            arg.setLoc(name(arg.getLoc(), "arg"));
    });
  }

  static bool isNumbered(Location loc) {
    return loc
        ->walk([](Location part) {
          auto name = dyn_cast<NameLoc>(part);
          return name && !getKindAndOrdinal(name).empty()
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  static std::string kindOf(Operation *op) {
    return op->getName().stripDialect().str();
  }

  std::string findFileName(ModuleOp module) {
    if (!source.empty())
      return llvm::sys::path::filename(source).str();
    if (auto loc = module->getLoc()->findInstanceOf<FileLineColLoc>())
      return llvm::sys::path::filename(loc.getFilename().getValue()).str();
    return "model";
  }
};
} // namespace
