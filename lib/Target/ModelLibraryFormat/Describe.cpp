//===- Describe.cpp - Describing an archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Library.h"
#include "tir/Target/ModelLibraryFormat/ModelLibraryFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::mlf;

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

/// Returns the name without "." and empty parts, or std::nullopt if it leads
/// out of the folder to which the archive is unpacked.
static std::optional<std::string> cleanName(StringRef name) {
  if (name.starts_with("/") || name.contains('\\') ||
      (name.size() > 1 && name[1] == ':'))
    return std::nullopt;
  SmallVector<StringRef> parts, kept;
  name.split(parts, '/');
  for (StringRef part : parts) {
    if (part == "..")
      return std::nullopt;
    if (!part.empty() && part != ".")
      kept.push_back(part);
  }
  return join(kept, "/");
}

static void collectFiles(ArrayRef<TarMember> members, Library &library,
                         Problems &problems) {
  for (const TarMember &member : members) {
    std::optional<std::string> name = cleanName(member.name);
    if (!name) {
      problems.add("the member '" + member.name +
                   "' leads out of the archive's folder; expected './' and a "
                   "path without '..'");
      continue;
    }
    if (member.isFolder)
      continue;
    if (name->empty())
      problems.add("the member '" + member.name + "' is a file without a name");
    else if (!library.files.try_emplace(*name, member.contents).second)
      problems.add("the member './" + *name +
                   "' appears twice; expected each file once");
  }
  for (const auto &entry : library.files)
    for (size_t slash = entry.first.find('/'); slash != std::string::npos;
         slash = entry.first.find('/', slash + 1))
      if (library.find(entry.first.substr(0, slash)))
        problems.add("the member './" + entry.first + "' lies in './" +
                     entry.first.substr(0, slash) +
                     "', which is a file; expected a folder");
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

namespace {
class Describer {
public:
  Describer(const Library &library, raw_ostream &os)
      : library(library), os(os) {}

  void describeHead(StringRef archive, uint64_t bytes);
  void describeModel(const LibraryModel &model, const ModelFindings &findings);
  void describeFiles();

private:
  void line(StringRef key, const Twine &value) {
    os << formatv("{0,-12} ", key) << value << '\n';
  }
  void describeTensors(StringRef key, ArrayRef<Tensor> tensors,
                       ArrayRef<Tensor> reported);

  const Library &library;
  raw_ostream &os;
};
} // namespace

/// Returns the text with only printable characters, for a terminal. Names may
/// contain any bytes.
static std::string shown(StringRef text) {
  std::string result;
  raw_string_ostream stream(result);
  printEscapedString(text, stream);
  return result;
}

void Describer::describeHead(StringRef archive, uint64_t bytes) {
  line("archive", archive + ", " + Twine(bytes) + " bytes, " +
                      Twine(library.files.size()) + " files");
  line("format", "Model Library Format " + Twine(library.version));
}

void Describer::describeTensors(StringRef key, ArrayRef<Tensor> tensors,
                                ArrayRef<Tensor> reported) {
  for (const Tensor &tensor : tensors) {
    const auto *known = find_if(reported, [&](const Tensor &other) {
      return other.name == tensor.name;
    });
    std::optional<std::string> shape = tensor.shape;
    if (!shape && known != reported.end())
      shape = known->shape;
    std::string name = tensor.name.empty() ? "" : shown(tensor.name) + ": ";
    line(key, name + (shape ? *shape + " " : "") + shown(tensor.dtype) + ", " +
                  Twine(tensor.bytes) + " bytes");
  }
}

void Describer::describeModel(const LibraryModel &model,
                              const ModelFindings &findings) {
  os << '\n';
  line("model", shown(model.name) + " (" + shown(model.style) + ")");
  line("exported", shown(model.time));
  for (const std::string &target : model.targets)
    line("target", shown(target));
  for (const std::string &executor : model.executors)
    line("executor", shown(executor));
  if (!findings.interface.empty())
    line("interface", shown(findings.interface));
  for (const auto &[symbol, file] : findings.entries)
    line("entry", shown(symbol) + " in " + shown(file));
  for (const OperatorFunction &function : model.operators) {
    line("function", shown(function.name));
    describeTensors("buffer", function.buffers, {});
  }
  for (const DeviceMemory &memory : model.memory) {
    const std::vector<Tensor> none;
    describeTensors("input", memory.inputs,
                    model.report ? model.report->inputs : none);
    describeTensors("output", memory.outputs,
                    model.report ? model.report->outputs : none);
  }
  if (model.report) {
    describeTensors("state", model.report->state, {});
    line("workspace", shown(model.report->workspace));
  }
  for (const DeviceMemory &memory : model.memory)
    line("memory", "device " + Twine(memory.device) +
                       (memory.device == 1 ? " (CPU)" : "") + ": workspace " +
                       Twine(memory.workspace) + ", constants " +
                       Twine(memory.constants) + ", inputs and outputs " +
                       Twine(memory.io) + " bytes");
  std::string checked = "keys, files";
  for (const std::string &what : findings.checked)
    checked += ", " + what;
  line("checked", checked);
  for (const std::string &what : findings.unchecked)
    line("not checked", what);
}

void Describer::describeFiles() {
  os << '\n';
  uint64_t runtimeBytes = 0, runtimeFiles = 0;
  for (const auto &[name, contents] : library.files) {
    // Skip dozens of files that are the same in each archive.
    if (StringRef(name).starts_with(kRuntimeFolder)) {
      runtimeBytes += contents.size();
      ++runtimeFiles;
      continue;
    }
    os << formatv("{0,12}  {1}\n", contents.size(), shown(name));
  }
  if (runtimeFiles)
    os << formatv("{0,12}  {1} ({2} files)\n", runtimeBytes, kRuntimeFolder,
                  runtimeFiles);
}

LogicalResult tir::describeModelLibrary(StringRef name, StringRef bytes,
                                        raw_ostream &os, raw_ostream &errors) {
  Problems problems(name, errors);
  Expected<std::vector<TarMember>> members = readTar(bytes);
  if (!members) {
    problems.add(toString(members.takeError()));
    return failure();
  }
  Library library;
  collectFiles(*members, library, problems);
  if (!readMetadata(library, problems))
    return failure();
  Describer describer(library, os);
  describer.describeHead(name, bytes.size());
  for (const LibraryModel &model : library.models)
    describer.describeModel(model, checkModel(library, model, problems));
  describer.describeFiles();
  return success(problems.getCount() == 0);
}
