//===- ModelInterface.cpp - The interface of a compiled model, read back
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/ModelInterface.h"

#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

std::string ModelInterface::prefix() const { return mangleModelName(name); }

std::string ModelInterface::mangle(StringRef suffix) const {
  return mangleSymbol(name, suffix);
}

namespace {
/// Reads one description. Reports the first entry that is missing.
class Reader {
public:
  Reader(function_ref<InFlightDiagnostic()> emitError, DictionaryAttr from)
      : emitError(emitError), from(from) {}

  LogicalResult read(ModelInterface &model) {
    auto api = get<StringAttr>(from, "api");
    if (api && api.getValue() != "c" && api.getValue() != "packed")
      fail(from, "api");
    model.isPacked = isPacked = api && api.getValue() == "packed";
    model.entry = getFunction("entry");
    if (from.contains("init"))
      model.init = getFunction("init");
    model.isSystemLib = from.contains("system_lib");
    model.alwaysSucceeds = from.contains("always_succeeds");
    if (auto onError = from.getAs<StringAttr>("on_error"))
      model.onError =
          symbolizeOnError(onError.getValue()).value_or(OnError::Code);
    if (auto workspace = from.getAs<StringAttr>("workspace"))
      model.workspace = workspace;
    model.isGuarded = from.contains("guarded");
    if (auto checks = from.getAs<ArrayAttr>("safety"))
      for (auto check : checks.getAsRange<StringAttr>())
        model.safety.push_back(check);
    if (auto workspace = from.getAs<StringAttr>("library_workspace"))
      model.libraryWorkspace = workspace;
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
    readPrototypes(model);
    readDriven(model);
    return failure(hasFailed);
  }

private:
  /// Reports an error, but only the first one.
  void fail(DictionaryAttr row, StringRef key) {
    if (!hasFailed)
      emitError() << "describes a model by " << row << ", which has no '" << key
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

  /// Returns the entries of a list that may be missing.
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

  /// A description comes from a file, and text that is not a name could be any
  /// code.
  void failName(StringRef key, StringAttr name, StringRef why) {
    if (!hasFailed)
      emitError() << "describes a model with the " << key << " " << name
                  << ", which is " << (why.empty() ? "not an identifier" : why)
                  << " in C; expected letters, digits and '_'";
    hasFailed = true;
  }

  StringAttr getFunction(StringRef key) {
    auto name = get<StringAttr>(from, key);
    if (name && !isCFunctionName(name))
      failName(key, name, whyReservedFunction(name));
    return name;
  }

  /// Returns the name of a field in a struct of the C interface.
  StringAttr getField(DictionaryAttr row) {
    auto field = get<StringAttr>(row, "c_name");
    if (field && !(isPacked ? isPartOfCName(field) : isCIdentifier(field)))
      failName("c_name", field, whyReserved(field));
    return field;
  }

  void readPrototypes(ModelInterface &model) {
    auto list = from.getAs<ArrayAttr>("prototypes");
    if (!list)
      return;
    for (auto prototype : list.getAsRange<StringAttr>()) {
      bool isOne = llvm::all_of(prototype.getValue(), [](char c) {
        return llvm::isAlnum(c) || StringRef("_ *,()").contains(c);
      });
      if (!isOne && !hasFailed)
        emitError() << "describes a model with the prototype " << prototype
                    << "; expected one function's, without ';'";
      hasFailed |= !isOne;
      model.prototypes.push_back(prototype);
    }
  }

  void readDriven(ModelInterface &model) {
    if (!from.contains("driven"))
      return;
    auto row = get<DictionaryAttr>(from, "driven");
    auto steps = row ? get<IntegerAttr>(row, "steps") : IntegerAttr();
    if (!steps)
      return;
    model.driven = {steps.getInt(), row.contains("has_step")};
    if (!row.contains("input"))
      return;
    model.driven->input = get<StringAttr>(row, "input");
    if (auto rows = get<IntegerAttr>(row, "rows"))
      model.driven->rows = rows.getInt();
    bool isInput = llvm::any_of(model.inputs, [&](auto &input) {
      return input.field == model.driven->input;
    });
    if (!hasFailed && (!isInput || model.driven->rows < 1))
      fail(row, "input");
  }

  /// Returns whether each extent is known, and the elements can be counted.
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
    Type element = parseDTypeName(from.getContext(), dtype);
    if (!element || !isStatic(shape)) {
      hasFailed = true;
      emitError() << "describes the tensor " << name << " by the dtype "
                  << dtype << " and the shape " << shape
                  << "; expected numpy's name for a dtype and static extents";
      return;
    }
    ModelInterface::Tensor &tensor = tensors.emplace_back();
    tensor.name = name;
    tensor.field = field;
    tensor.type = MemRefType::get(shape, element);
    if (auto alignment = row.getAs<IntegerAttr>("alignment"))
      tensor.alignment = alignment.getInt();
    tensor.values = row.getAs<StringAttr>("values");
    tensor.scale = row.getAs<FloatAttr>("scale");
    tensor.zeroPoint = row.getAs<IntegerAttr>("zero_point");
    tensor.kernel = row.getAs<StringAttr>("kernel");
    tensor.place = row.getAs<StringAttr>("place");
    tensor.pool = row.getAs<StringAttr>("pool");
    if (auto offset = row.getAs<IntegerAttr>("offset"))
      tensor.offset = offset.getInt();
    tensor.normalization = row.getAs<DictionaryAttr>("normalization");
    tensor.weight = row.getAs<DenseElementsAttr>("weight");
    tensor.isOverwritten = row.contains("overwritten");
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
    ModelInterface::Tensor &pool = pools.emplace_back();
    pool.name = name;
    pool.field = field;
    pool.type =
        MemRefType::get(bytes.getInt(), IntegerType::get(from.getContext(), 8));
    pool.alignment = alignment.getInt();
    pool.isReadOnly = row.contains("read_only");
  }

  function_ref<InFlightDiagnostic()> emitError;
  DictionaryAttr from;
  bool isPacked = false, hasFailed = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

namespace {
/// A field of a description. Readers say which of them are missing.
struct Field {
  StringLiteral key;
  bool (*isValue)(Attribute);
  /// The fields of each row if it is a list of rows, or of the row that it is.
  ArrayRef<Field> row = {};
};
} // namespace

template <typename... AttrT>
static bool isOf(Attribute attribute) {
  return isa<AttrT...>(attribute);
}

static constexpr Field kTensorFields[] = {
    {"alignment", isOf<IntegerAttr>},
    {"bytes", isOf<IntegerAttr>},
    {"c_name", isOf<StringAttr>},
    {"dtype", isOf<StringAttr>},
    {"kernel", isOf<StringAttr>},
    {"name", isOf<StringAttr>},
    {"normalization", isOf<DictionaryAttr>},
    {"offset", isOf<IntegerAttr>},
    {"overwritten", isOf<UnitAttr>},
    {"place", isOf<StringAttr>},
    {"pool", isOf<StringAttr>},
    {"reads", isOf<ArrayAttr>},
    {"scale", isOf<FloatAttr>},
    {"shape", isOf<DenseI64ArrayAttr>},
    {"values", isOf<StringAttr>},
    {"weight", isOf<ElementsAttr>},
    {"zero_point", isOf<IntegerAttr>}};
static constexpr Field kPoolFields[] = {{"alignment", isOf<IntegerAttr>},
                                        {"bytes", isOf<IntegerAttr>},
                                        {"c_name", isOf<StringAttr>},
                                        {"name", isOf<StringAttr>},
                                        {"read_only", isOf<UnitAttr>}};
static constexpr Field kDeviceFields[] = {{"c_name", isOf<StringAttr>},
                                          {"kind", isOf<StringAttr>},
                                          {"name", isOf<StringAttr>}};
static constexpr Field kFunctionFields[] = {{"name", isOf<StringAttr>},
                                            {"symbol", isOf<StringAttr>}};
static constexpr Field kDrivenFields[] = {{"has_step", isOf<UnitAttr>},
                                          {"input", isOf<StringAttr>},
                                          {"rows", isOf<IntegerAttr>},
                                          {"steps", isOf<IntegerAttr>}};
static const Field kInterfaceFields[] = {
    {"always_succeeds", isOf<UnitAttr>},
    {"api", isOf<StringAttr>},
    {"devices", isOf<ArrayAttr>, kDeviceFields},
    {"driven", isOf<DictionaryAttr>, kDrivenFields},
    {"entry", isOf<StringAttr>},
    {"functions", isOf<ArrayAttr>, kFunctionFields},
    {"guarded", isOf<UnitAttr>},
    {"init", isOf<StringAttr>},
    {"inputs", isOf<ArrayAttr>, kTensorFields},
    {"library_workspace", isOf<StringAttr>},
    {"on_error", isOf<StringAttr>},
    {"outputs", isOf<ArrayAttr>, kTensorFields},
    {"pools", isOf<ArrayAttr>, kPoolFields},
    {"prototypes", isOf<ArrayAttr>},
    {"safety", isOf<ArrayAttr>},
    {"state", isOf<ArrayAttr>, kTensorFields},
    {"system_lib", isOf<UnitAttr>},
    {"workspace", isOf<StringAttr>}};

static LogicalResult verifyFields(function_ref<InFlightDiagnostic()> emitError,
                                  Attribute row, ArrayRef<Field> fields) {
  auto dictionary = dyn_cast<DictionaryAttr>(row);
  if (!dictionary)
    return emitError() << "'tir.interface' has the row " << row
                       << ", expected a dictionary";
  for (NamedAttribute given : dictionary) {
    const auto *field = llvm::find_if(fields, [&](const Field &candidate) {
      return candidate.key == given.getName().getValue();
    });
    if (field == fields.end() || !field->isValue(given.getValue())) {
      InFlightDiagnostic diag = emitError()
                                << "'tir.interface' has " << given.getName()
                                << " = " << given.getValue();
      if (field != fields.end())
        return diag << ", which is of another kind than tirc writes";
      diag << ", which has no meaning there; expected one of ";
      llvm::interleaveComma(fields, diag,
                            [&](const Field &each) { diag << each.key; });
      return diag;
    }
    if (field->row.empty())
      continue;
    auto list = dyn_cast<ArrayAttr>(given.getValue());
    Attribute alone[] = {given.getValue()};
    for (Attribute each : list ? list.getValue() : ArrayRef<Attribute>(alone))
      if (failed(verifyFields(emitError, each, field->row)))
        return failure();
  }
  return success();
}

LogicalResult tir::verifyInterface(function_ref<InFlightDiagnostic()> emitError,
                                   DictionaryAttr interface) {
  return verifyFields(emitError, interface, kInterfaceFields);
}

FailureOr<ModelInterface>
tir::readInterface(function_ref<InFlightDiagnostic()> emitError, StringRef name,
                   DictionaryAttr interface) {
  ModelInterface model;
  model.name = name.str();
  if (failed(Reader(emitError, interface).read(model)))
    return failure();
  return model;
}

FailureOr<std::vector<ModelInterface>> tir::readModels(ModuleOp module) {
  auto emitError = [&] { return module.emitError(); };
  SmallVector<std::pair<StringRef, DictionaryAttr>> descriptions;
  ArrayAttr given = getModelParts(module).registry;
  for (Attribute attribute : given ? given.getValue() : ArrayRef<Attribute>()) {
    auto from = dyn_cast<DictionaryAttr>(attribute);
    auto name = from ? from.getAs<StringAttr>("name") : StringAttr();
    if (!name || !isCIdentifier(mangleModelName(name)))
      return emitError()
             << "describes a model by " << attribute
             << "; expected a dictionary with its 'name', of letters, digits "
                "and '_'";
    descriptions.push_back({name, from});
  }
  if (!given)
    for (FunctionOpInterface model : getModels(module))
      if (auto interface = getInterface(model))
        descriptions.push_back({getModelName(model), interface});
  if (!given && descriptions.empty())
    return module.emitError(
        "has neither a function with tir.interface nor a registry in "
        "tir.model, so there is "
        "no model to register; run the phase 'abi', or tir-declare-models, on "
        "it first");
  std::vector<ModelInterface> models;
  for (auto [name, interface] : descriptions) {
    FailureOr<ModelInterface> model = readInterface(emitError, name, interface);
    if (failed(model))
      return failure();
    models.push_back(std::move(*model));
  }
  return models;
}
