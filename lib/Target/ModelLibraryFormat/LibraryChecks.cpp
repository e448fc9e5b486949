//===- LibraryChecks.cpp - Comparing an archive's metadata with its files
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Library.h"

#include "tir/ABI/Names.h"
#include "tir/ABI/RuntimeFunctions.h"
#include "tir/Target/ModelLibraryFormat/ModelLibraryFormat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace tir;
using namespace tir::mlf;

namespace {
class ModelChecker {
public:
  ModelChecker(const Library &library, const LibraryModel &model,
               Problems &problems)
      : library(library), model(model), problems(problems) {}

  ModelFindings check();

private:
  void fail(const Twine &what) { problems.add(what); }
  /// Reports what does not agree: an error if tirc wrote the model, otherwise a
  /// remark, since other tools agree on other things.
  void failIfOurs(const Twine &what) {
    if (model.report)
      problems.add(what);
    else
      problems.remark(what);
  }
  /// Reports a number in `metadata.json` that does not agree with another one.
  void failFigure(StringRef key, int64_t found, int64_t expected,
                  const Twine &what) {
    failIfOurs("./" + kMetadata + ": '" + key + "' of the model '" +
               model.name + "' is " + Twine(found) + "; expected " +
               Twine(expected) + ", " + what);
  }

  /// Returns an error if none of these files exists.
  std::optional<std::string> findMissing(ArrayRef<std::string> names,
                                         StringRef what) const;
  void checkFiles();
  void checkParameters(StringRef name);
  void readCode();
  const CodeFile *findDefinition(StringRef function) const;
  void checkEntries();
  void findInterface();
  void checkHeader();
  void checkTensorMacros(StringRef header, StringRef text);
  void checkReport();
  std::optional<uint64_t> countBytes(ArrayRef<NamedArray> arrays) const;
  void checkFigures();
  void checkDescribedPools(const DeviceMemory &memory);
  std::string listCode() const;

  /// Returns the possible names of a symbol. TVM keeps the case of a model's
  /// name in code, while tirc does not.
  SmallVector<std::string> symbols(StringRef suffix) const {
    SmallVector<std::string> names = {
        ("tvmgen_" + model.name + "_" + suffix).str()};
    if (std::string lower = mangleSymbol(model.name, suffix);
        lower != names.front())
      names.push_back(lower);
    return names;
  }

  const Library &library;
  const LibraryModel &model;
  Problems &problems;
  ModelFindings findings;
  bool headerStatesWorkspace = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::optional<std::string>
ModelChecker::findMissing(ArrayRef<std::string> names, StringRef what) const {
  if (any_of(names, [&](StringRef name) { return library.find(name); }))
    return std::nullopt;
  return ("./" + names.front() + " is missing; expected " + what +
          " of the model '" + model.name + "'")
      .str();
}

void ModelChecker::checkParameters(StringRef name) {
  if (!isParameterDictionary(*library.find(name)))
    fail("./" + name +
         ": is not a parameter dictionary; expected TVM's magic "
         "number, names, and as many whole arrays");
}

void ModelChecker::checkFiles() {
  for (const std::string &url : model.dependencies) {
    StringRef path = url;
    while (path.consume_front("./"))
      ;
    path = path.rtrim('/');
    if (path.empty() || (!library.find(path) && !library.hasFolder(path)))
      failIfOurs("./" + kMetadata + ": 'external_dependencies' of the model '" +
                 model.name + "' refers to '" + url +
                 "', which the archive does not have; expected a file or "
                 "folder of the archive");
  }
  if (model.isOperator())
    return;
  std::string parameters = parametersName(model.name);
  if (auto missing = findMissing({parameters}, "the parameters"))
    fail(*missing);
  else
    checkParameters(parameters);
  std::string source = "src/" + model.name;
  if (auto missing =
          findMissing({source + ".mlir", source + ".relay", "src/relay.txt"},
                      "the source (or .relay)"))
    failIfOurs(*missing);
  std::string graph = "executor-config/graph/";
  if (model.hasExecutor("graph"))
    if (auto missing = findMissing(
            {graph + model.name + ".graph", graph + "graph.json"}, "the graph"))
      fail(*missing);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

void ModelChecker::readCode() {
  std::string stem = model.isOperator() ? "lib" : model.name + "_lib";
  for (const auto &[file, contents] : library.files) {
    StringRef name = file, extension = sys::path::extension(name);
    bool isObject = name.consume_front(kObjectFolder) && extension == ".o";
    bool isSource =
        !isObject && name.consume_front(kSourceFolder) &&
        (extension == ".c" || extension == ".cc" || extension == ".cpp");
    if ((!isObject && !isSource) || !name.starts_with(stem))
      continue;
    // Some generators write files for modules without code.
    if (isSource &&
        (contents.trim().empty() || isSourceWithoutCode(file, contents)))
      continue;
    if (isSource) {
      findings.code.push_back({file, readC(contents)});
    } else if (auto object = readObject(contents)) {
      findings.code.push_back({file, std::move(*object)});
    } else {
      fail("./" + file +
           ": cannot be read as an object: " + toString(object.takeError()));
    }
  }
  if (findings.code.empty())
    fail("./codegen/host contains no readable code of the model '" +
         model.name + "'; expected src/" + stem + "0.c or lib/" + stem + "0.o");
}

const CodeFile *ModelChecker::findDefinition(StringRef function) const {
  for (const CodeFile &file : findings.code)
    if (file.code->definesFunction(function))
      return &file;
  return nullptr;
}

std::string ModelChecker::listCode() const {
  std::string names;
  for (const CodeFile &file : findings.code)
    names += (names.empty() ? "./" : ", ./") + file.name;
  return names;
}

void ModelChecker::checkEntries() {
  if (findings.code.empty())
    return;
  // TVM 0.8 called the main function run_model.
  for (StringRef suffix :
       {"run", "init", "__tvm_main__", "run_model", "get_c_metadata"})
    for (const std::string &symbol : symbols(suffix))
      if (const CodeFile *file = findDefinition(symbol))
        findings.entries.push_back({symbol, file->name});
  if (const CodeFile *file = findDefinition("TVMSystemLibEntryPoint"))
    findings.entries.push_back({"TVMSystemLibEntryPoint", file->name});
  if (!model.hasExecutor("aot"))
    return;

  // With LLVM, TVM made no function that wraps the main one.
  auto hasEntry = [&](StringRef suffix) {
    return any_of(symbols(suffix), [&](StringRef symbol) {
      return findDefinition(symbol) != nullptr;
    });
  };
  std::string wanted = model.report && !model.report->entry.empty()
                           ? model.report->entry
                           : symbols("run").front();
  bool isThere = findDefinition(wanted);
  if (!model.report)
    isThere =
        hasEntry("run") || hasEntry("__tvm_main__") || hasEntry("run_model");
  if (!isThere)
    failIfOurs(listCode() + ": no function '" + wanted +
               "' is defined; expected the entry point of the model '" +
               model.name + "' there");
  else
    findings.checked.push_back("entry point");
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

void ModelChecker::findInterface() {
  std::string actual;
  for (const std::string &symbol : symbols("run"))
    for (const CodeFile &file : findings.code)
      if (auto parameters = file.code->getParameters(symbol))
        actual = parameters->contains("struct ") ? "c" : "packed";
  if (!model.report) {
    findings.interface = actual;
    return;
  }
  findings.interface = model.report->interface;
  if (!actual.empty() && actual != findings.interface)
    fail("./" + model.report->member + ": 'interface.api' is '" +
         findings.interface + "'; expected '" + actual +
         "', which the entry point in " + listCode() + " has");
}

void ModelChecker::checkTensorMacros(StringRef header, StringRef text) {
  std::string prefix = macroPrefix(model.name);
  for (const DeviceMemory &memory : model.memory)
    for (const std::vector<Tensor> *tensors : {&memory.inputs, &memory.outputs})
      for (const Tensor &tensor : *tensors) {
        // The macro has another name if names clash.
        auto bytes = findMacro(text, prefix + macroName(tensor.name) + "_SIZE");
        if (macroName(tensor.name) == "WORKSPACE" || !bytes ||
            static_cast<int64_t>(*bytes) == tensor.bytes)
          continue;
        failFigure("size of '" + tensor.name + "'", tensor.bytes, *bytes,
                   "the macro's value in ./" + header);
      }
}

void ModelChecker::checkHeader() {
  if (model.isOperator())
    return;
  std::string name = (kHeaderFolder + mangleModelName(model.name) + ".h").str();
  const StringRef *header = library.find(name);
  for (const auto &entry : library.files)
    if (entry.first != name && StringRef(entry.first).lower() == name)
      failIfOurs("./" + entry.first +
                 ": the interface's header; expected its name "
                 "in lower case: ./" +
                 name);
  if (findings.interface.empty() && header)
    findings.interface = "c";
  if (findings.interface == "c" && !header)
    failIfOurs("./" + name + " is missing; expected the header of the model '" +
               model.name + "', whose interface is c");
  if (findings.interface == "packed" && header)
    failIfOurs("./" + name + " exists, but the interface of the model '" +
               model.name +
               "' is packed; expected a header only with the interface c");
  std::string besideSource =
      (kSourceFolder + mangleModelName(model.name) + ".h").str();
  if (!header) {
    name = besideSource;
    header = library.find(name);
  }
  if (!header)
    return;
  checkTensorMacros(name, *header);
  std::string macro = macroPrefix(model.name) + "WORKSPACE_SIZE";
  auto bytes = findMacro(*header, macro);
  // TVM's macro counts one device, and counts pools in another way.
  if (bytes && model.report && !model.memory.empty() &&
      static_cast<int64_t>(*bytes) != model.memory.front().workspace)
    failFigure("workspace_size_bytes", model.memory.front().workspace, *bytes,
               macro + " in ./" + name);
  findings.checked.push_back("header");
  headerStatesWorkspace = bytes.has_value();
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

void ModelChecker::checkReport() {
  auto compare = [&](const std::vector<Tensor> &stated,
                     const std::vector<Tensor> &known, StringRef kind) {
    for (const Tensor &tensor : known)
      if (none_of(stated, [&](const Tensor &other) {
            return other.name == tensor.name && other.dtype == tensor.dtype &&
                   other.bytes == tensor.bytes;
          }))
        fail("./" + kMetadata + ": '" + kind + "' of the model '" + model.name +
             "' do not contain '" + tensor.name + "' with " +
             Twine(tensor.bytes) + " bytes of " + tensor.dtype +
             "; expected the tensors that ./" + model.report->member +
             " lists");
    if (stated.size() != known.size())
      failFigure(("number of " + kind).str(), stated.size(), known.size(),
                 "as in ./" + model.report->member);
  };
  const DeviceMemory &memory = model.memory.front();
  compare(memory.inputs, model.report->inputs, "inputs");
  compare(memory.outputs, model.report->outputs, "outputs");
}

/// Returns the bytes of those arrays that the code contains, or std::nullopt if
/// the code does not contain sizes.
std::optional<uint64_t>
ModelChecker::countBytes(ArrayRef<NamedArray> arrays) const {
  uint64_t sum = 0;
  for (const NamedArray &array : arrays)
    for (const CodeFile &file : findings.code) {
      if (!file.code->hasSizes())
        return std::nullopt;
      sum += file.code->getArrayBytes(array.name).value_or(0);
    }
  return sum;
}

void ModelChecker::checkFigures() {
  if (model.isOperator())
    return;
  if (!model.report) {
    findings.unchecked.push_back("workspace and constants: only tirc's report, "
                                 "./" +
                                 reportName(model.name) +
                                 ", says which arrays they are");
    return;
  }
  if (model.memory.empty()) {
    fail("./" + kMetadata + ": 'memory.functions.main' of the model '" +
         model.name + "' is empty; expected an entry for the CPU");
    return;
  }
  checkReport();
  if (findings.code.empty())
    return;
  const DeviceMemory &memory = model.memory.front();
  auto compare = [&](StringRef key, int64_t found, ArrayRef<NamedArray> arrays,
                     StringRef what) {
    std::optional<uint64_t> bytes = countBytes(arrays);
    if (!bytes)
      findings.unchecked.push_back(
          (what + ": objects of this format have no sizes").str());
    else if (static_cast<int64_t>(*bytes) != found)
      failFigure(key, found, *bytes,
                 "the sum of the arrays of " + what + " in " + listCode());
    else
      findings.checked.push_back(what.str());
  };
  compare("constants_size_bytes", memory.constants, model.report->constants,
          "constants");
  if (model.report->workspace == "internal") {
    compare("workspace_size_bytes",
            memory.workspace - model.report->externalBytes, model.report->pools,
            "workspace");
    return;
  }
  int64_t planned = 0;
  bool isAllocated = model.report->workspace == "backend";
  int64_t block = isAllocated ? allocationBlock(model.report->alignment) : 1;
  for (const NamedArray &pool : model.report->pools)
    planned += allocationSize(pool.bytes, block);
  planned = arenaSize(planned, block);
  if (memory.workspace != planned)
    failFigure("workspace_size_bytes", memory.workspace, planned,
               "the sum of 'pools' in ./" + model.report->member);
  else if (headerStatesWorkspace)
    findings.checked.push_back("workspace");
  else if (isAllocated)
    findings.unchecked.push_back("workspace: it is allocated, and an object "
                                 "does not state its size");
  else
    checkDescribedPools(memory);
}

void ModelChecker::checkDescribedPools(const DeviceMemory &memory) {
  for (const CodeFile &file : findings.code) {
    auto bytes = getDescribedPoolBytes(*library.find(file.name));
    if (!bytes)
      continue;
    if (*bytes == memory.workspace)
      findings.checked.push_back("workspace");
    else
      failFigure("workspace_size_bytes", memory.workspace, *bytes,
                 "the sum of the pools that ./" + file.name + " describes");
    return;
  }
  findings.unchecked.push_back(
      "workspace: the application provides it, and the "
      "code does not state its size");
}

ModelFindings ModelChecker::check() {
  checkFiles();
  readCode();
  checkEntries();
  findInterface();
  checkHeader();
  checkFigures();
  return std::move(findings);
}

ModelFindings tir::mlf::checkModel(const Library &library,
                                   const LibraryModel &model,
                                   Problems &problems) {
  return ModelChecker(library, model, problems).check();
}
