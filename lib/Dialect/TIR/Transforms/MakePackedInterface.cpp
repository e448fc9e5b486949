//===- MakePackedInterface.cpp - The entry point with packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interface.h"
#include "Prototypes.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "tir/ABI/Names.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKEPACKEDINTERFACEPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct MakePackedInterfacePass
    : public tir::impl::TIRMakePackedInterfacePassBase<
          MakePackedInterfacePass> {
  using TIRMakePackedInterfacePassBase::TIRMakePackedInterfacePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    PrimFuncOp main = findMain(module, "packed interface");
    Roles roles;
    if (!main || failed(findRoles(main, "packed interface", roles)))
      return signalPassFailure();
    completeContexts(module, main);
    std::string model = getModelName(module).str();
    std::string run = mangleSymbol(model, "run");
    PrimFuncOp init = findInit(module);
    if (init)
      completeContexts(module, init);
    describe(module, main, roles, run, init ? mangleSymbol(model, "init") : "");

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
      entry->setAttr(kTrustCallerAttrName, UnitAttr::get(module.getContext()));
    if (init)
      makePackedEntry(init, mangleSymbol(model, "init"));
  }

private:
  void describe(ModuleOp module, PrimFuncOp main, const Roles &roles,
                StringRef run, StringRef init) {
    Builder builder(module.getContext());
    NamedAttrList interface;
    interface.set("api", builder.getStringAttr("packed"));
    interface.set("entry", builder.getStringAttr(run));
    if (!init.empty())
      interface.set("init", builder.getStringAttr(init));
    for (auto [kind, indices] : {std::pair(StringRef("input"), roles.inputs),
                                 {StringRef("output"), roles.outputs}}) {
      ArrayAttr descriptions = describeArguments(main, kind, indices);
      interface.set((kind + "s").str(), descriptions);
      // Messages name arguments as the interface does.
      for (auto [index, description] :
           llvm::zip_equal(indices, descriptions.getAsRange<DictionaryAttr>()))
        main.setArgAttr(index, kNameAttrName, description.get("name"));
    }
    if (!roles.pools.empty()) {
      ArrayAttr descriptions = describePools(main, roles.pools);
      interface.set("pools", descriptions);
      for (auto [index, description] : llvm::zip_equal(
               roles.pools, descriptions.getAsRange<DictionaryAttr>()))
        main.setArgAttr(index, kNameAttrName, description.get("name"));
    }
    ArrayAttr devices = describeDevices(module);
    if (!devices.empty())
      interface.set("devices", devices);
    if (onError != OnError::Code)
      interface.set("on_error",
                    builder.getStringAttr(stringifyOnError(onError)));
    describeSurroundings(module, interface);
    module->setAttr(kInterfaceAttrName,
                    interface.getDictionary(module.getContext()));
  }
};
} // namespace
