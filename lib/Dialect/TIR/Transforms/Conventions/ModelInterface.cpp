//===- ModelInterface.cpp - The interface of a compiled model, read back
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelInterface.h"

#include "tir/ABI/Names.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "llvm/Support/MathExtras.h"

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
    if (api && api.getValue() != "c" && api.getValue() != "packed")
      fail(from, "api");
    isC = api && api.getValue() == "c";
    model.isPacked = !isC;
    model.entry = get<StringAttr>(from, "entry");
    if (from.contains("init"))
      model.init = get<StringAttr>(from, "init");
    model.isSystemLib = from.contains("system_lib");
    auto onError = from.getAs<StringAttr>("on_error");
    model.tellsLastError = onError && onError.getValue() == "last_error";
    get<ArrayAttr>(from, "inputs");
    get<ArrayAttr>(from, "outputs");
    for (DictionaryAttr row : rows("inputs"))
      readTensor(row, model.inputs);
    for (DictionaryAttr row : rows("outputs"))
      readTensor(row, model.outputs);
    for (DictionaryAttr row : rows("state"))
      readTensor(row, model.state);
    for (DictionaryAttr row : rows("pools"))
      readPool(row, model.pools);
    for (DictionaryAttr row : rows("devices"))
      model.devices.push_back({get<StringAttr>(row, "name"), getField(row),
                               get<StringAttr>(row, "kind")});
    for (DictionaryAttr row : rows("functions"))
      model.functions.push_back(
          {get<StringAttr>(row, "name"), get<StringAttr>(row, "symbol")});
    return failure(hasFailed);
  }

private:
  /// Says once what is wrong.
  void fail(DictionaryAttr row, StringRef key) {
    if (!hasFailed)
      module.emitError("describes a model by ")
          << row << ", which has no '" << key
          << "' of the kind that tirc writes; compile that model again";
    hasFailed = true;
  }

  template <typename T>
  T get(DictionaryAttr row, StringRef key) {
    auto value = row.getAs<T>(key);
    if (!value)
      fail(row, key);
    return value;
  }

  /// Of a list that may be missing.
  SmallVector<DictionaryAttr> rows(StringRef key) {
    if (!from.contains(key))
      return {};
    SmallVector<DictionaryAttr> result;
    if (auto array = get<ArrayAttr>(from, key))
      for (Attribute element : array) {
        if (auto row = dyn_cast<DictionaryAttr>(element))
          result.push_back(row);
        else
          fail(from, key);
      }
    return result;
  }

  /// The name of a field of a struct, which the C interface has.
  StringAttr getField(DictionaryAttr row) {
    auto field = get<StringAttr>(row, "c_name");
    if (field && isC && !isCIdentifier(field))
      fail(row, "c_name");
    return field;
  }

  /// Whether each extent is known, and the elements can be counted.
  static bool isStatic(ArrayRef<int64_t> shape) {
    int64_t count = 1;
    for (int64_t size : shape)
      if (size < 0 || llvm::MulOverflow(count, size, count))
        return false;
    return true;
  }

  void readTensor(DictionaryAttr row,
                  SmallVectorImpl<ModelInterface::Tensor> &tensors) {
    auto shape = get<DenseI64ArrayAttr>(row, "shape");
    auto dtype = get<StringAttr>(row, "dtype");
    auto name = get<StringAttr>(row, "name");
    StringAttr field = getField(row);
    if (hasFailed)
      return;
    Type element = parseDTypeName(module.getContext(), dtype);
    if (!element || !isStatic(shape)) {
      hasFailed = true;
      module.emitError("describes the tensor ")
          << name << " by the dtype " << dtype << " and the shape " << shape
          << "; expected numpy's name for a dtype and static extents";
      return;
    }
    tensors.push_back({name, field, MemRefType::get(shape, element)});
  }

  void readPool(DictionaryAttr row,
                SmallVectorImpl<ModelInterface::Tensor> &pools) {
    auto bytes = get<IntegerAttr>(row, "bytes");
    auto alignment = get<IntegerAttr>(row, "alignment");
    auto name = get<StringAttr>(row, "name");
    StringAttr field = getField(row);
    if (bytes && bytes.getValue().isNegative())
      fail(row, "bytes");
    if (alignment && !alignment.getValue().isStrictlyPositive())
      fail(row, "alignment");
    if (hasFailed)
      return;
    auto type = MemRefType::get(bytes.getInt(),
                                IntegerType::get(module.getContext(), 8));
    pools.push_back({name, field, type, alignment.getInt()});
  }

  ModuleOp module;
  DictionaryAttr from;
  bool isC = false, hasFailed = false;
};
} // namespace

FailureOr<std::vector<ModelInterface>> tir::readModels(ModuleOp module) {
  std::vector<ModelInterface> models;
  if (auto given = module->getAttrOfType<ArrayAttr>(kModelsAttrName)) {
    for (Attribute attribute : given) {
      auto from = dyn_cast<DictionaryAttr>(attribute);
      auto name = from ? from.getAs<StringAttr>("name") : StringAttr();
      if (!name || !isCIdentifier(mangleModelName(name)))
        return module.emitError("describes a model by ")
               << attribute
               << "; expected a dictionary with its 'name', of letters, digits "
                  "and '_'";
      models.emplace_back().name = name.str();
      if (failed(Reader(module, from).read(models.back())))
        return failure();
    }
    return models;
  }
  for (FunctionOpInterface function : getModels(module)) {
    DictionaryAttr interface = getModelAttribute(function, kInterfaceAttrName);
    if (!interface)
      continue;
    models.emplace_back().name = getModelName(function).str();
    if (failed(Reader(module, interface).read(models.back())))
      return failure();
  }
  if (models.empty())
    return module.emitError(
        "has neither a function with tir.interface nor tir.models, so there is "
        "no model to register; run the phase 'abi', or tir-declare-models, on "
        "it first");
  return models;
}
