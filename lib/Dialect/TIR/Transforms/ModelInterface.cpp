//===- ModelInterface.cpp - The interface of a compiled model, read back
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelInterface.h"

#include "Interface.h"

#include "tir/ABI/Names.h"

using namespace mlir;
using namespace tir;

std::string ModelInterface::prefix() const { return mangleModelName(name); }

std::string ModelInterface::mangle(StringRef suffix) const {
  return mangleSymbol(name, suffix);
}

namespace {
/// Reads one description. The first thing that is missing is an error.
class Reader {
public:
  Reader(ModuleOp module, DictionaryAttr from) : module(module), from(from) {}

  LogicalResult read(ModelInterface &model) {
    auto api = get<StringAttr>(from, "api");
    model.entry = get<StringAttr>(from, "entry");
    if (hasFailed)
      return failure();
    model.isPacked = api.getValue() == "packed";
    model.init = from.getAs<StringAttr>("init");
    model.isSystemLib = from.contains("system_lib");
    auto onError = from.getAs<StringAttr>("on_error");
    model.tellsLastError = onError && onError.getValue() == "last_error";
    readTensors("inputs", model.inputs);
    readTensors("outputs", model.outputs);
    for (DictionaryAttr row : rows("pools"))
      readPool(row, model.pools);
    for (DictionaryAttr row : rows("devices"))
      model.devices.push_back({get<StringAttr>(row, "name"),
                               get<StringAttr>(row, "c_name"),
                               get<StringAttr>(row, "kind")});
    for (DictionaryAttr row : rows("functions"))
      model.functions.push_back(
          {get<StringAttr>(row, "name"), get<StringAttr>(row, "symbol")});
    return failure(hasFailed);
  }

private:
  template <typename T>
  T get(DictionaryAttr row, StringRef key) {
    auto value = row.getAs<T>(key);
    if (!value && !hasFailed) {
      hasFailed = true;
      module.emitError("describes a model by ")
          << row << ", which has no '" << key
          << "' of the kind that tirc writes; compile that model again";
    }
    return value;
  }

  /// Which may be missing.
  SmallVector<DictionaryAttr> rows(StringRef key) {
    SmallVector<DictionaryAttr> result;
    if (auto array = from.getAs<ArrayAttr>(key))
      for (Attribute row : array)
        if (auto dictionary = dyn_cast<DictionaryAttr>(row))
          result.push_back(dictionary);
    return result;
  }

  void readTensors(StringRef key,
                   SmallVectorImpl<ModelInterface::Tensor> &tensors) {
    get<ArrayAttr>(from, key);
    for (DictionaryAttr row : rows(key)) {
      auto shape = get<DenseI64ArrayAttr>(row, "shape");
      auto dtype = get<StringAttr>(row, "dtype");
      auto name = get<StringAttr>(row, "name");
      auto field = get<StringAttr>(row, "c_name");
      if (hasFailed)
        return;
      Type element = parseDTypeName(module.getContext(), dtype);
      if (!element || llvm::any_of(shape.asArrayRef(),
                                   [](int64_t size) { return size < 0; })) {
        hasFailed = true;
        module.emitError("describes the tensor ")
            << name << " by the dtype " << dtype << " and the shape " << shape
            << "; expected numpy's name for a dtype and static extents";
        return;
      }
      tensors.push_back({name, field, MemRefType::get(shape, element)});
    }
  }

  void readPool(DictionaryAttr row,
                SmallVectorImpl<ModelInterface::Tensor> &pools) {
    auto bytes = get<IntegerAttr>(row, "bytes");
    auto alignment = get<IntegerAttr>(row, "alignment");
    auto name = get<StringAttr>(row, "name");
    auto field = get<StringAttr>(row, "c_name");
    if (hasFailed)
      return;
    auto type = MemRefType::get(std::max<int64_t>(0, bytes.getInt()),
                                IntegerType::get(module.getContext(), 8));
    pools.push_back({name, field, type, alignment.getInt()});
  }

  ModuleOp module;
  DictionaryAttr from;
  bool hasFailed = false;
};
} // namespace

FailureOr<std::vector<ModelInterface>> tir::readModels(ModuleOp module) {
  std::vector<ModelInterface> models;
  if (auto given = module->getAttrOfType<ArrayAttr>("tir.models")) {
    for (Attribute attribute : given) {
      auto from = dyn_cast<DictionaryAttr>(attribute);
      auto name = from ? from.getAs<StringAttr>("name") : StringAttr();
      if (!name)
        return module.emitError("describes a model by ")
               << attribute << "; expected a dictionary with its 'name'";
      models.emplace_back().name = name.str();
      if (failed(Reader(module, from).read(models.back())))
        return failure();
    }
    return models;
  }
  auto interface = module->getAttrOfType<DictionaryAttr>("tir.interface");
  if (!interface)
    return module.emitError(
        "has neither tir.interface nor tir.models, so there is no model to "
        "register; run the phase 'abi', or tir-declare-models, on it first");
  models.emplace_back().name = getModelName(module).str();
  if (failed(Reader(module, interface).read(models.back())))
    return failure();
  return models;
}
