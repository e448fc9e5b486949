//===- MakeCInterface.cpp - The firmware-facing entry point
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interface.h"

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Regions.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKECINTERFACEPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct MakeCInterfacePass
    : public tir::impl::TIRMakeCInterfacePassBase<MakeCInterfacePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    PrimFuncOp main = findMain(module, "C interface");
    if (!main)
      return signalPassFailure();
    StringRef model = getModelName(module);

    SmallVector<unsigned> inputs, outputs;
    for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
      if (!isWholeBuffer(type)) {
        main.emitOpError("argument #")
            << index << " is " << type
            << ", but each input and output of the C interface is a buffer of "
               "static shape and the identity layout";
        return signalPassFailure();
      }
      bool isInput = main.getEffect(index) == Effect::Read;
      (isInput ? inputs : outputs).push_back(index);
    }
    createEntry(module, main, model, inputs, outputs);
  }

private:
  void createEntry(ModuleOp module, PrimFuncOp main, StringRef model,
                   ArrayRef<unsigned> inputs, ArrayRef<unsigned> outputs) {
    MLIRContext *context = &getContext();
    Location loc = main.getLoc();
    OpBuilder builder(context);
    builder.setInsertionPointToStart(module.getBody());
    auto handle = HandleType::get(context);
    SmallVector<Value> arguments(main.getNumArguments());
    SmallVector<NamedAttribute> interface;
    SmallVector<StructOp> structs;
    SmallVector<SmallVector<StringRef>> fields;
    for (auto [kind, indices] : {std::pair(StringRef("input"), inputs),
                                 {StringRef("output"), outputs}}) {
      ArrayAttr descriptions = describeArguments(main, kind, indices);
      SmallVector<StringRef> names;
      for (auto description : descriptions.getAsRange<DictionaryAttr>())
        names.push_back(description.getAs<StringAttr>("c_name").getValue());
      interface.push_back(
          builder.getNamedAttr((kind + "s").str(), descriptions));
      structs.push_back(StructOp::create(
          builder, loc, mangleSymbol(model, (kind + "s").str()),
          builder.getStrArrayAttr(names)));
      fields.push_back(names);
    }
    module->setAttr("tir.interface", builder.getDictionaryAttr(interface));

    main.setPrivate();
    (void)SymbolTable(module).rename(main, kMainName);
    builder.setInsertionPointToEnd(module.getBody());
    auto entry = func::FuncOp::create(
        builder, loc, mangleSymbol(model, "run"),
        builder.getFunctionType({handle, handle}, builder.getI32Type()));
    entry.setArgAttr(0, "tir.name", builder.getStringAttr("inputs"));
    entry.setArgAttr(1, "tir.name", builder.getStringAttr("outputs"));
    for (auto [index, structOp] : llvm::enumerate(structs))
      entry.setArgAttr(index, "tir.struct", structOp.getSymNameAttr());
    builder.setInsertionPointToStart(entry.addEntryBlock());
    const ArrayRef<unsigned> groups[] = {inputs, outputs};
    for (auto [number, indices] : llvm::enumerate(groups))
      for (auto [index, field] : llvm::zip_equal(indices, fields[number]))
        arguments[index] = StructGetOp::create(
            builder, loc, main.getArgumentTypes()[index],
            entry.getArgument(number), structs[number].getSymName(), field);
    CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(main), arguments);
    Value ok =
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
    func::ReturnOp::create(builder, loc, ok);
  }
};
} // namespace
