//===- DeclareModels.cpp - Models that were compiled separately
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Calls/PackedArguments.h"

#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "tir/ABI/Names.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace tir {
#define GEN_PASS_DEF_TIRDECLAREMODELSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// A struct of the C interface.
struct Group {
  StringRef name;
  SmallVector<StringAttr> fields;
};

/// Declares one model. `taken` contains the C functions that are defined or
/// declared for all of the models.
class ModelDeclaration {
public:
  ModelDeclaration(ModuleOp module, const ModelInterface &model,
                   llvm::StringSet<> &taken)
      : module(module), model(model), taken(taken), loc(module.getLoc()),
        builder(OpBuilder::atBlockEnd(module.getBody())) {}

  void declare() {
    if (model.isPacked) {
      declarePacked(model.entry, model.entry);
      if (model.init)
        declarePacked(model.init, model.init);
    } else {
      createStructs();
      createWrapper(model.entry, /*isInit=*/false);
      if (model.init)
        createWrapper(model.init, /*isInit=*/true);
    }
    for (const ModelInterface::Function &function : model.functions)
      declarePacked(function.name, function.symbol);
  }

private:
  void declarePacked(StringAttr name, StringAttr symbol) {
    updateEntry(createPackedFunction(builder, loc, symbol, /*isPrivate=*/true),
                [&](EntryParts &parts) { parts.registryName = name; });
  }

  SmallVector<Group> makeGroups(bool isInit) {
    SmallVector<Group> groups;
    auto add = [&](StringRef name, const auto &rows, bool isAlways) {
      if (rows.empty() && !isAlways)
        return;
      groups.push_back({name, {}});
      for (const auto &row : rows)
        groups.back().fields.push_back(row.field);
    };
    if (!isInit) {
      add("inputs", model.inputs, /*isAlways=*/true);
      add("outputs", model.outputs, /*isAlways=*/true);
      add("workspace_pools", model.pools, /*isAlways=*/false);
    }
    add("devices", model.devices, /*isAlways=*/isInit);
    return groups;
  }

  void createStructs() {
    for (const Group &group : makeGroups(/*isInit=*/false))
      StructOp::create(
          builder, loc, model.mangle(group.name),
          builder.getArrayAttr(llvm::to_vector_of<Attribute>(group.fields)),
          /*definition=*/true);
    if (model.state.empty())
      return;
    SmallVector<Attribute> fields;
    SmallVector<Type> types;
    for (const ModelInterface::Tensor &variable : model.state) {
      fields.push_back(variable.field);
      types.push_back(variable.type);
    }
    StructOp::create(builder, loc, model.mangle("state"),
                     builder.getArrayAttr(fields),
                     /*definition=*/true, builder.getTypeArrayAttr(types));
  }

  /// Declares the entry of the C interface.
  func::FuncOp declareEntry(StringAttr name, ArrayRef<Group> groups,
                            bool takesState) {
    SmallVector<Type> types(groups.size() + takesState,
                            HandleType::get(module.getContext()));
    auto entry = func::FuncOp::create(
        builder, loc, name,
        builder.getFunctionType(types, builder.getI32Type()));
    entry.setPrivate();
    for (auto [index, group] : llvm::enumerate(groups)) {
      entry.setArgAttr(index, kNameAttrName, builder.getStringAttr(group.name));
      updatePort(entry, index, [&, group = group](PortParts &port) {
        port.structName = builder.getStringAttr(model.mangle(group.name));
      });
    }
    if (takesState)
      entry.setArgAttrs(groups.size(), getStateAttributes());
    return entry;
  }

  void addTensors(ArrayRef<ModelInterface::Tensor> tensors, Effect effect,
                  bool arePools) {
    for (const ModelInterface::Tensor &tensor : tensors) {
      NamedAttrList attrs;
      attrs.set(kEffectAttrName, EffectAttr::get(module.getContext(), effect));
      attrs.set(kNameAttrName, tensor.name);
      if (arePools) {
        if (tensor.isReadOnly)
          attrs.set(kEffectAttrName,
                    EffectAttr::get(module.getContext(), Effect::Read));
        updatePort(attrs, module.getContext(), [&](PortParts &port) {
          port.pool = tensor.name;
          port.alignment = *tensor.alignment;
        });
      }
      argumentTypes.push_back(tensor.type);
      argumentAttrs.push_back(attrs.getDictionary(module.getContext()));
    }
  }

  void addDevices() {
    for (const ModelInterface::Device &device : model.devices) {
      argumentTypes.push_back(
          DeviceContextType::get(module.getContext(), device.kind));
      argumentAttrs.push_back(builder.getDictionaryAttr(
          builder.getNamedAttr(kNameAttrName, device.name)));
    }
  }

  DictionaryAttr getStateAttributes() {
    PortParts port;
    port.structName = builder.getStringAttr(model.mangle("state"));
    return builder.getDictionaryAttr(
        {builder.getNamedAttr(kNameAttrName, builder.getStringAttr("state")),
         builder.getNamedAttr(kPortAttrName, port.get(builder.getContext()))});
  }

  /// Returns a symbol for a wrapper. Its body gets the prefix of the registry's
  /// own functions, with which the names of the model `registry_a` also begin.
  std::string makeSymbol(StringRef suffix) {
    std::string symbol = model.name + suffix.str();
    while (!taken.insert(mangleSymbol(kRegistryModelName, symbol)).second)
      symbol += "_";
    return symbol;
  }

  /// Creates the packed function `<name>_packed` around a function of the C
  /// interface.
  void createWrapper(StringAttr name, bool isInit) {
    SmallVector<Group> groups = makeGroups(isInit);
    bool takesState = !isInit && !model.state.empty();
    func::FuncOp entry = declareEntry(name, groups, takesState);
    argumentTypes.clear();
    argumentAttrs.clear();
    if (!isInit) {
      addTensors(model.inputs, Effect::Read, /*arePools=*/false);
      addTensors(model.outputs, Effect::Write, /*arePools=*/false);
      addTensors(model.pools, Effect::ReadWrite, /*arePools=*/true);
    }
    addDevices();
    if (takesState) {
      argumentTypes.push_back(HandleType::get(module.getContext()));
      argumentAttrs.push_back(getStateAttributes());
    }
    auto wrapper = PrimFuncOp::create(
        builder, loc, makeSymbol(isInit ? "_init_packed" : "_run_packed"),
        builder.getFunctionType(argumentTypes, {}), ArrayRef<NamedAttribute>(),
        argumentAttrs);
    wrapper.setCallingConvention(CallingConvention::Packed);
    wrapper.setRegistered(true);
    wrapper.setExportedName(name.str() + "_packed");
    updateEntry(wrapper, [&](EntryParts &parts) { parts.registryName = name; });

    OpBuilder::InsertionGuard guard(builder);
    Block &body = wrapper.getBody().emplaceBlock();
    body.addArguments(argumentTypes,
                      SmallVector<Location>(argumentTypes.size(), loc));
    builder.setInsertionPointToStart(&body);
    createBody(entry, groups, body.getArguments());
  }

  void createBody(func::FuncOp entry, ArrayRef<Group> groups,
                  ArrayRef<BlockArgument> arguments) {
    SmallVector<Value> structs;
    for (const Group &group : groups) {
      std::string structName = model.mangle(group.name);
      Value pointer = StructStackOp::create(
          builder, loc, HandleType::get(module.getContext()), structName);
      structs.push_back(pointer);
      for (StringAttr field : group.fields) {
        StructSetOp::create(builder, loc, pointer, structName, field,
                            arguments.front());
        arguments = arguments.drop_front();
      }
    }
    // The state is passed on unchanged.
    llvm::append_range(structs, arguments);
    auto call = CallExternOp::create(
        builder, loc, TypeRange(), FlatSymbolRefAttr::get(entry), structs,
        /*device_context=*/Value(), /*returns_void=*/nullptr,
        builder.getI32IntegerAttr(0), /*arg_attrs=*/nullptr,
        /*res_attrs=*/nullptr);
    if (model.onError == OnError::LastError)
      updateCall(call, [](CallParts &parts) { parts.isReported = true; });
    ReturnOp::create(builder, loc);
  }

  ModuleOp module;
  const ModelInterface &model;
  llvm::StringSet<> &taken;
  Location loc;
  OpBuilder builder;
  SmallVector<Type> argumentTypes;
  SmallVector<DictionaryAttr> argumentAttrs;
};

struct DeclareModelsPass
    : public tir::impl::TIRDeclareModelsPassBase<DeclareModelsPass> {
  using TIRDeclareModelsPassBase::TIRDeclareModelsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<std::vector<ModelInterface>> models = readModels(module);
    if (failed(models) || failed(verifyModels(module, *models)))
      return signalPassFailure();
    llvm::StringMap<StringRef> owners;
    llvm::StringSet<> taken;
    for (const ModelInterface &model : *models)
      if (failed(takeNames(module, model, owners, taken)))
        return signalPassFailure();
    for (const ModelInterface &model : *models)
      ModelDeclaration(module, model, taken).declare();
  }

private:
  static LogicalResult verifyModels(ModuleOp module,
                                    ArrayRef<ModelInterface> models) {
    llvm::StringSet<> prefixes;
    for (const ModelInterface &model : models) {
      if (model.isSystemLib)
        return module.emitError("the model '")
               << model.name
               << "' has its own registry, but a program can only have one "
                  "system library; compile the model without --system-lib";
      if (!prefixes.insert(model.prefix()).second)
        return module.emitError("two models are called '")
               << model.name << "' (" << model.prefix()
               << "_run); give each a different name with --model-name";
    }
    return success();
  }

  /// Records the names of the model's functions in the registry and in C. Emits
  /// an error if two models use the same name, or a name is not valid in C.
  static LogicalResult takeNames(ModuleOp module, const ModelInterface &model,
                                 llvm::StringMap<StringRef> &owners,
                                 llvm::StringSet<> &taken) {
    using Function = ModelInterface::Function;
    SmallVector<Function> functions = {{model.entry, model.entry}};
    if (model.init)
      functions.push_back({model.init, model.init});
    if (!model.isPacked)
      for (Function &function : functions)
        taken.insert(function.symbol.str() + "_packed");
    llvm::append_range(functions, model.functions);
    auto getter =
        StringAttr::get(module.getContext(), model.mangle("get_c_metadata"));
    functions.push_back({getter, getter});
    for (auto [name, symbol] : functions) {
      if (!isCFunctionName(symbol))
        return module.emitError("the model '")
               << model.name << "' registers the function " << name
               << ", called " << symbol
               << ", which is not a name in C; compile that model again";
      auto [known, isNew] = owners.try_emplace(name, model.name);
      if (!isNew && known->second == model.name)
        return module.emitError("the model '")
               << model.name << "' registers the function " << name
               << " twice, but a registry finds only one; rename the other";
      if (!isNew)
        return module.emitError("the models '")
               << known->second << "' and '" << model.name
               << "' both register the function " << name
               << ", but a registry finds only one; rename it in one of them";
      if (!taken.insert(symbol).second)
        return module.emitError("the model '")
               << model.name << "' registers the function " << name
               << ", which is called " << symbol
               << " in C, as is another function; rename it";
    }
    return success();
  }
};
} // namespace
