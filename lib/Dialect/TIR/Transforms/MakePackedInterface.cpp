//===- MakePackedInterface.cpp - The entry point with packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interface.h"
#include "Prototypes.h"

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Regions.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKEPACKEDINTERFACEPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kPoolAttrName = "tir.pool";

namespace {
struct MakePackedInterfacePass
    : public tir::impl::TIRMakePackedInterfacePassBase<
          MakePackedInterfacePass> {
  using TIRMakePackedInterfacePassBase::TIRMakePackedInterfacePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    PrimFuncOp main = findMain(module, "packed interface");
    if (!main || failed(verifyArguments(main)))
      return signalPassFailure();
    completeContexts(module, main);
    std::string model = getModelName(module).str();
    std::string run = mangleSymbol(model, "run");
    PrimFuncOp init = findInit(module);
    if (init)
      completeContexts(module, init);
    describe(module, main, run, init ? mangleSymbol(model, "init") : "");

    main.setPrivate();
    main.removeExportedNameAttr();
    main.setRegistered(false);
    (void)SymbolTable(module).rename(main, kMainName);
    PrimFuncOp entry = main;
    if (main.getCallingConvention() == CallingConvention::Packed) {
      // Calls from here pass contexts as the application does.
      main.setRegistered(true);
      entry = createCaller(main, "run");
    }
    makePackedEntry(entry, run);
    allowInternalPools(entry);
    if (tvmCompat)
      entry->setAttr("tir.trust_caller", UnitAttr::get(module.getContext()));
    if (init)
      makePackedEntry(init, mangleSymbol(model, "init"));
  }

private:
  static LogicalResult verifyArguments(PrimFuncOp main) {
    for (auto [index, type] : llvm::enumerate(main.getArgumentTypes()))
      if (!isWholeBuffer(type) && !isa<DeviceContextType>(type))
        return main.emitOpError("argument #")
               << index << " is " << type
               << ", but each input and output of the packed interface is a "
                  "buffer of static shape and the identity layout";
    return success();
  }

  void describe(ModuleOp module, PrimFuncOp main, StringRef run,
                StringRef init) {
    SmallVector<unsigned> inputs, outputs, pools, contexts;
    for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
      if (isa<DeviceContextType>(type))
        contexts.push_back(index);
      else if (main.getArgAttr(index, kPoolAttrName))
        pools.push_back(index);
      else
        (main.getEffect(index) == Effect::Read ? inputs : outputs)
            .push_back(index);
    }
    Builder builder(module.getContext());
    NamedAttrList interface;
    interface.set("api", builder.getStringAttr("packed"));
    interface.set("entry", builder.getStringAttr(run));
    if (!init.empty())
      interface.set("init", builder.getStringAttr(init));
    for (auto [kind, indices] : {std::pair(StringRef("input"), inputs),
                                 {StringRef("output"), outputs}}) {
      ArrayAttr descriptions = describeArguments(main, kind, indices);
      interface.set((kind + "s").str(), descriptions);
      // Messages name arguments as the interface does.
      for (auto [index, description] :
           llvm::zip_equal(indices, descriptions.getAsRange<DictionaryAttr>()))
        main.setArgAttr(index, "tir.name", description.get("name"));
    }
    if (!pools.empty()) {
      ArrayAttr descriptions = describePools(main, pools);
      interface.set("pools", descriptions);
      for (auto [index, description] :
           llvm::zip_equal(pools, descriptions.getAsRange<DictionaryAttr>()))
        main.setArgAttr(index, "tir.name", description.get("name"));
    }
    if (!contexts.empty())
      interface.set("devices", describeDevices(module));
    if (onError != OnError::Code)
      interface.set("on_error",
                    builder.getStringAttr(stringifyOnError(onError)));
    describeSurroundings(module, interface);
    module->setAttr("tir.interface",
                    interface.getDictionary(module.getContext()));
  }
};
} // namespace
