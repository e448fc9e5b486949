//===- MakePackedInterface.cpp - The entry point with packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeInterface.h"
#include "EntryPoints.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "tir/ABI/Names.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKEPACKEDINTERFACEPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
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
    // Describes the arguments by their current positions.
    describe(module, main, roles);
    completeContexts(module, main);
    std::string model = getModelName(module).str();
    std::string run = mangleSymbol(model, "run");
    PrimFuncOp init = findInit(module);
    if (init)
      completeContexts(module, init);

    main.setPrivate();
    main.removeExportedNameAttr();
    main.setRegistered(false);
    (void)SymbolTable(module).rename(main, kMainName);
    PrimFuncOp entry = main;
    if (main.getCallingConvention() == CallingConvention::Packed) {
      // Calls from this module pass contexts as the application does.
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
  void describe(ModuleOp module, PrimFuncOp main, const Roles &roles) {
    NamedAttrList interface;
    // All attributes are changed at once: each single change would copy the
    // whole list.
    SmallVector<DictionaryAttr> arguments;
    main.getAllArgAttrs(arguments);
    auto set = [&](StringRef key, ArrayRef<unsigned> indices,
                   ArrayAttr descriptions) {
      interface.set(key, descriptions);
      // Messages use the names of the interface.
      for (auto [index, description] : llvm::zip_equal(
               indices, descriptions.getAsRange<DictionaryAttr>())) {
        NamedAttrList list(arguments[index]);
        list.set(kNameAttrName, description.get("name"));
        arguments[index] = list.getDictionary(main.getContext());
      }
    };
    set("inputs", roles.inputs, describeArguments(main, "input", roles.inputs));
    set("outputs", roles.outputs,
        describeArguments(main, "output", roles.outputs));
    if (!roles.pools.empty())
      set("pools", roles.pools, describePools(main, roles.pools));
    main.setAllArgAttrs(arguments);
    ArrayAttr devices = describeDevices(module);
    if (!devices.empty())
      interface.set("devices", devices);
    if (roles.state)
      interface.set("state", describeState(main, *roles.state));
    setInterface(module, "packed", onError, std::move(interface));
  }
};
} // namespace
