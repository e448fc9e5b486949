//===- MetadataReader.cpp - metadata.json and the reports of an archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Library.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tir;
using namespace tir::mlf;

static void readTensors(const Keys &keys, StringRef key,
                        std::vector<Tensor> &tensors) {
  for (auto &[name, tensor] : keys.members(key))
    tensors.push_back(
        {name, tensor.text("dtype"), tensor.bytes("size"), std::nullopt});
}

/// Reports what contradicts itself: as an error if tirc wrote the model. TVM
/// counts in another way, in all models of an archive; for instance, its inputs
/// and outputs include those between kernels.
static void reportMismatch(const Keys &keys, StringRef key, bool isOurs,
                           const Twine &what) {
  if (isOurs)
    keys.fail(key, what);
  else
    keys.remark(key, what, /*once=*/key == "io_size_bytes");
}

static void readMain(const Keys &functions, bool isOurs, LibraryModel &model) {
  for (const Keys &keys : functions.list("main")) {
    DeviceMemory memory;
    memory.device = keys.number("device");
    memory.workspace = keys.bytes("workspace_size_bytes");
    memory.constants = keys.bytes("constants_size_bytes");
    memory.io = keys.bytes("io_size_bytes");
    // Only the device with inputs and outputs lists them, and no device in
    // version 5.
    if (keys.has("inputs") || keys.has("outputs")) {
      readTensors(keys, "inputs", memory.inputs);
      readTensors(keys, "outputs", memory.outputs);
      int64_t sum = 0;
      for (const Tensor &tensor : memory.inputs)
        sum += tensor.bytes;
      for (const Tensor &tensor : memory.outputs)
        sum += tensor.bytes;
      if (sum != memory.io)
        reportMismatch(keys, "io_size_bytes", isOurs,
                       "is " + Twine(memory.io) + "; expected " + Twine(sum) +
                           ", the sum of inputs and outputs");
    }
    model.memory.push_back(std::move(memory));
  }
}

static void readMemory(const Keys &keys, bool isOurs, LibraryModel &model) {
  std::optional<Keys> memory = keys.keys("memory");
  if (!memory)
    return;
  if (model.hasExecutor("graph"))
    for (const Keys &storage : memory->list("sids")) {
      storage.number("storage_id");
      storage.bytes("size_bytes");
    }
  std::optional<Keys> functions = memory->keys("functions");
  if (!functions)
    return;
  readMain(*functions, isOurs, model);
  for (const Keys &function : functions->list("operator_functions")) {
    function.text("function_name");
    for (const Keys &workspace : function.list("workspace")) {
      workspace.number("device");
      workspace.bytes("workspace_size_bytes");
    }
  }
}

/// Reads the targets: a list, or in versions 5 and 6 an object whose keys are
/// devices.
static std::vector<std::string> readTargets(const Keys &keys, int64_t version,
                                            const json::Object &object) {
  const json::Object *byDevice = object.getObject("target");
  if (version >= 7 || !byDevice)
    return keys.texts("target");
  std::vector<std::string> targets;
  if (std::optional<Keys> target = keys.keys("target"))
    for (const auto &entry : *byDevice)
      targets.push_back(target->text(entry.first));
  llvm::sort(targets);
  return targets;
}

/// Reads the functions of an archive of operators.
static void readOperators(const Keys &keys, const json::Object &object,
                          LibraryModel &model) {
  std::optional<Keys> memory = keys.keys("memory");
  if (!memory)
    return;
  for (const auto &entry : *object.getObject("memory")) {
    OperatorFunction function;
    function.name = StringRef(entry.first).str();
    for (const Keys &buffer : memory->list(entry.first)) {
      Tensor tensor;
      // TVM writes null for a name that its printer has not seen.
      tensor.name = buffer.optionalText("input_binding").value_or("");
      tensor.dtype = buffer.text("dtype");
      tensor.bytes = buffer.bytes("size_bytes");
      if (buffer.has("shape"))
        tensor.shape = buffer.extents("shape");
      function.buffers.push_back(std::move(tensor));
    }
    model.operators.push_back(std::move(function));
  }
  llvm::sort(model.operators,
             [](const auto &a, const auto &b) { return a.name < b.name; });
}

static LibraryModel readModel(const Keys &keys, const json::Object &object,
                              const Library &library) {
  LibraryModel model;
  model.name = keys.text("model_name");
  model.time = keys.text("export_datetime");
  model.style = keys.text("style");
  bool isOurs = library.find(reportName(model.name));
  model.targets = readTargets(keys, library.version, object);
  model.executors = keys.texts("executors");
  if (model.style != "full-model" && !model.isOperator())
    keys.fail("style",
              "is '" + model.style + "'; expected 'full-model' or 'operator'");
  if (model.isOperator())
    readOperators(keys, object, model);
  else
    readMemory(keys, isOurs, model);
  if (keys.has("external_dependencies"))
    for (const Keys &dependency : keys.list("external_dependencies")) {
      dependency.text("short_name");
      dependency.text("version_spec");
      std::string url = dependency.text("url");
      if (dependency.text("url_type") == "mlf_path")
        model.dependencies.push_back(url);
    }
  return model;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

static std::vector<NamedArray> readArrays(const Keys &keys, StringRef key,
                                          StringRef name) {
  std::vector<NamedArray> arrays;
  for (const Keys &array : keys.list(key))
    arrays.push_back({array.text(name), array.bytes("bytes")});
  return arrays;
}

static std::vector<Tensor> readReportTensors(const Keys &keys, StringRef key) {
  std::vector<Tensor> tensors;
  for (const Keys &tensor : keys.list(key))
    tensors.push_back({tensor.text("name"), tensor.text("dtype"),
                       tensor.bytes("bytes"), tensor.extents("shape")});
  return tensors;
}

/// Reads the model's report, if tirc wrote one.
static std::optional<ReportFacts> readReport(const Library &library,
                                             const LibraryModel &model,
                                             Problems &problems) {
  ReportFacts facts;
  facts.member = reportName(model.name);
  const StringRef *text = library.find(facts.member);
  if (!text)
    return std::nullopt;
  std::optional<json::Value> value = parseJSON(facts.member, *text, problems);
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (value && !object)
    problems.add("./" + facts.member +
                 ": is not an object; expected tirc's "
                 "report");
  if (!object)
    return std::nullopt;
  Keys keys(*object, facts.member, "", problems);
  keys.text("tirc");
  if (std::optional<Keys> interface = keys.keys("interface")) {
    facts.interface = interface->text("api");
    facts.entry = interface->text("entry");
    facts.workspace = interface->text("workspace");
  }
  for (const Keys &pool : keys.list("pools")) {
    NamedArray array = {pool.text("symbol"), pool.bytes("bytes")};
    facts.alignment = std::max(facts.alignment, pool.bytes("alignment"));
    if (facts.workspace == "internal" && pool.has("external"))
      facts.externalBytes += array.bytes;
    else
      facts.pools.push_back(std::move(array));
  }
  facts.constants = readArrays(keys, "constants", "name");
  facts.inputs = readReportTensors(keys, "inputs");
  facts.outputs = readReportTensors(keys, "outputs");
  if (keys.has("state"))
    facts.state = readReportTensors(keys, "state");
  return facts;
}

/// Reads the modules of a library of version 7.
static void readModules(const Keys &keys, const json::Object &object,
                        Library &library) {
  const json::Object *modules = object.getObject("modules");
  for (auto &[name, model] : keys.members("modules")) {
    library.models.push_back(
        readModel(model, *modules->getObject(name), library));
    if (library.models.back().name != name)
      reportMismatch(model, "model_name", library.find(reportName(name)),
                     "is '" + library.models.back().name + "'; expected '" +
                         name + "', its key");
  }
  if (modules && modules->empty())
    keys.fail("modules", "is empty; expected at least one model");
}

bool tir::mlf::readMetadata(Library &library, Problems &problems) {
  const StringRef *text = library.find(kMetadata);
  if (!text) {
    problems.add("./" + kMetadata +
                 " is missing; expected an archive in "
                 "Model Library Format");
    return false;
  }
  std::optional<json::Value> value = parseJSON(kMetadata, *text, problems);
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (value && !object)
    problems.add("./" + kMetadata + ": is not an object; expected one");
  if (!object)
    return false;
  Keys keys(*object, kMetadata.str(), "", problems);
  library.version = keys.number("version");
  if (library.version < 5 || library.version > 7) {
    // A version of another type is already reported.
    if (object->getInteger("version"))
      keys.fail("version",
                "is " + Twine(library.version) + "; expected 5, 6 or 7");
    return false;
  }
  if (library.version < 7 || object->getString("style") == "operator")
    library.models.push_back(readModel(keys, *object, library));
  else
    readModules(keys, *object, library);
  for (LibraryModel &model : library.models)
    model.report = readReport(library, model, problems);
  return true;
}
