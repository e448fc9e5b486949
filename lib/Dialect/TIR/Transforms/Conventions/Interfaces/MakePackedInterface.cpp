//===- MakePackedInterface.cpp - The entry point with packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeInterface.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
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
    FailureOr<SmallVector<PrimFuncOp>> mains =
        findMains(getOperation(), "packed interface");
    if (failed(mains))
      return signalPassFailure();
    for (PrimFuncOp main : *mains)
      if (failed(makeInterface(main)))
        return signalPassFailure();
  }

private:
  LogicalResult makeInterface(PrimFuncOp main) {
    ModuleOp module = getOperation();
    std::string model = getModelName(main).str();
    PrimFuncOp init = findInit(module, model);
    Roles roles;
    if (failed(verifyArgumentsArePassed(main, "the packed interface")) ||
        failed(findRoles(main, "packed interface", roles)))
      return failure();
    // Describes the arguments by their current positions.
    describe(main, init, roles);
    completeContexts(module, main);
    if (init)
      completeContexts(module, init);

    main.setPrivate();
    main.removeExportedNameAttr();
    main.setRegistered(false);
    setSymbolName(main, kMainName);
    PrimFuncOp entry = main;
    if (main.getCallingConvention() == CallingConvention::Packed) {
      // Calls from this module pass contexts as the application does.
      main.setRegistered(true);
      entry = createCaller(main, "run");
      moveModel(main, entry);
    }
    makePackedEntry(entry, mangleSymbol(model, "run"));
    allowInternalPools(entry, getPlan(entry));
    if (tvmCompat)
      updateEntry(entry, [](EntryParts &parts) { parts.trustsCaller = true; });
    if (init)
      makePackedEntry(init, mangleSymbol(model, "init"));
    return success();
  }

  void describe(PrimFuncOp main, PrimFuncOp init, const Roles &roles) {
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
    ArrayAttr devices = describeDevices(getOperation());
    if (!devices.empty())
      interface.set("devices", devices);
    if (roles.state)
      interface.set("state", describeState(main, *roles.state));
    setInterface(main, init, "packed", onError, std::move(interface));
  }
};
} // namespace
