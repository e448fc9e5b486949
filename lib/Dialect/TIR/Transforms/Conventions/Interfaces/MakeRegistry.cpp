//===- MakeRegistry.cpp - The function registry of a module's models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Calls/PackedArguments.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKEREGISTRYPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kRegistry = "tvm_func_registry";

namespace {
struct MakeRegistryPass
    : public tir::impl::TIRMakeRegistryPassBase<MakeRegistryPass> {
  using TIRMakeRegistryPassBase::TIRMakeRegistryPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(findFunctions(module)))
      return signalPassFailure();
    describeFunctions(module);
    if (!systemLib || ffi)
      return;
    FailureOr<std::vector<ModelInterface>> models = readModels(module);
    if (failed(models))
      return signalPassFailure();
    for (const ModelInterface &model : *models)
      if (failed(enterModel(module, model)))
        return signalPassFailure();
    createRegistry(module);
  }

private:
  LogicalResult findFunctions(ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>()) {
      StringAttr name = getEntry(function).registryName;
      if (!name)
        continue;
      auto [known, isNew] = functions.insert({name, function});
      if (isNew)
        continue;
      InFlightDiagnostic diag =
          function.emitOpError("is registered as ")
          << name << ", as is another function, but a registry finds only one; "
          << "give it a different registry_name in #tir.entry";
      diag.attachNote(known->second->getLoc()) << "the other one is here";
      return diag;
    }
    return success();
  }

  /// Adds to the interface of each model the functions that are registered
  /// besides the entry points.
  void describeFunctions(ModuleOp module) {
    ModelNames names(module);
    for (FunctionOpInterface model : getModels(module))
      if (DictionaryAttr interface = getInterface(model))
        model->setAttr(
            kInterfaceAttrName,
            describeFunctions(names, getModelName(model), interface));
  }

  DictionaryAttr describeFunctions(const ModelNames &names, StringRef model,
                                   DictionaryAttr interface) {
    SmallVector<Attribute> others;
    for (auto &[name, function] : functions)
      if (name != interface.get("entry") && name != interface.get("init") &&
          names.lookup(function) == model)
        others.push_back(DictionaryAttr::get(
            &getContext(),
            {NamedAttribute("name", name),
             NamedAttribute("symbol", function.getSymNameAttr())}));
    NamedAttrList fields(interface);
    if (!others.empty())
      fields.set("functions", ArrayAttr::get(&getContext(), others));
    if (systemLib)
      fields.set("system_lib", UnitAttr::get(&getContext()));
    return fields.getDictionary(&getContext());
  }

  LogicalResult enterModel(ModuleOp module, const ModelInterface &model) {
    SmallVector<StringAttr> names = {model.entry};
    if (model.init)
      names.push_back(model.init);
    for (const ModelInterface::Function &function : model.functions)
      names.push_back(function.name);
    for (StringAttr name : names) {
      func::FuncOp function = functions.lookup(name);
      if (!function)
        return module.emitError("the model '")
               << model.name << "' has no packed function called " << name
               << " to enter into a registry; expected a func.func with "
                  "tir.function = #tir.function<entry = <registry_name = "
               << name << ">> (tir-make-packed-api creates them)";
      enter(name, function);
    }
    return createMetadata(module, model);
  }

  void enter(StringAttr name, func::FuncOp function) {
    entryNames.push_back(name);
    entryFunctions.push_back(FlatSymbolRefAttr::get(function));
  }

  LogicalResult createMetadata(ModuleOp module, const ModelInterface &model) {
    FailureOr<ArrayAttr> inputs = describe(module, model.inputs);
    FailureOr<ArrayAttr> outputs = describe(module, model.outputs);
    FailureOr<ArrayAttr> pools = describePools(module, model.pools);
    if (failed(inputs) || failed(outputs) || failed(pools))
      return failure();
    Location loc = module.getLoc();
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    auto metadata =
        MetadataOp::create(builder, loc, model.mangle("metadata"),
                           model.prefix(), *inputs, *outputs, *pools);
    auto getter =
        createPackedFunction(builder, loc, model.mangle("get_c_metadata"),
                             /*isPrivate=*/false);
    builder.setInsertionPointToStart(getter.addEntryBlock());
    Value address = AddressOfOp::create(
        builder, loc, HandleType::get(&getContext()), metadata.getSymName());
    PackedSetOp::create(builder, loc, getter.getArgument(OutRetValue),
                        getter.getArgument(OutRetTypeCode), 0, address);
    Value ok = arith::ConstantIntOp::create(builder, loc, 0, 32);
    func::ReturnOp::create(builder, loc, ok);
    enter(getter.getSymNameAttr(), getter);
    return success();
  }

  FailureOr<ArrayAttr> describe(ModuleOp module,
                                ArrayRef<ModelInterface::Tensor> tensors,
                                Type elementType = Type()) {
    SmallVector<Attribute> infos;
    for (const ModelInterface::Tensor &tensor : tensors) {
      auto info = TensorInfoAttr::getChecked(
          [&] { return module.emitError(); }, &getContext(), tensor.name,
          RankedTensorType::get(tensor.type.getShape(),
                                elementType ? elementType
                                            : tensor.type.getElementType()));
      if (!info)
        return failure();
      infos.push_back(info);
    }
    return ArrayAttr::get(&getContext(), infos);
  }

  /// TVM's pools have elements of type uint8.
  FailureOr<ArrayAttr> describePools(ModuleOp module,
                                     ArrayRef<ModelInterface::Tensor> pools) {
    return describe(module, pools,
                    IntegerType::get(&getContext(), 8, IntegerType::Unsigned));
  }

  void createRegistry(ModuleOp module) {
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    auto registry = FuncRegistryOp::create(
        builder, module.getLoc(), kRegistry, builder.getArrayAttr(entryNames),
        builder.getArrayAttr(entryFunctions), /*system_lib=*/true);
    module.walk([&](GetFunctionOp op) {
      op.setRegistryAttr(FlatSymbolRefAttr::get(registry));
    });
  }

  llvm::MapVector<StringAttr, func::FuncOp> functions;
  SmallVector<Attribute> entryNames, entryFunctions;
};
} // namespace
