//===- MergeLibraries.cpp - Several models in one archive
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

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::mlf;

namespace {
/// The archives that were read, together.
class Merger {
public:
  explicit Merger(raw_ostream &errors) : errors(errors) {}

  LogicalResult add(const NamedArchive &archive);
  std::string write(uint64_t time) const;

private:
  LogicalResult addModels(StringRef archive, StringRef metadata);
  LogicalResult addFile(StringRef archive, StringRef name, StringRef contents);
  LogicalResult addFunctions(StringRef archive, StringRef name,
                             const Code &code);

  struct File {
    std::string contents, archive;
  };
  raw_ostream &errors;
  std::map<std::string, File> files;
  json::Object models;
  /// The archive and the name of each model, by its name in C.
  std::map<std::string, std::pair<std::string, std::string>> archives;
  /// The file and the archive of each function that other files can call.
  std::map<std::string, std::pair<std::string, std::string>> functions;
  /// The archive with the function registry of the program.
  std::string registry;
};
} // namespace

LogicalResult Merger::addModels(StringRef archive, StringRef metadata) {
  Problems problems(archive, errors);
  json::Value value = cantFail(json::parse(metadata));
  json::Object *modules = value.getAsObject()->getObject("modules");
  if (!modules) {
    problems.add("./" + kMetadata +
                 ": has no 'modules'; expected an archive of whole models in "
                 "version 7, as tirc --emit=mlf writes it");
    return failure();
  }
  for (auto &[name, model] : *modules) {
    auto [it, isNew] = archives.try_emplace(
        mangleModelName(name), archive.str(), StringRef(name).str());
    if (!isNew) {
      const auto &[other, otherName] = it->second;
      problems.add("the model '" + StringRef(name) + "' is in " + other +
                   ", too" +
                   (otherName == StringRef(name)
                        ? Twine()
                        : " (as '" + Twine(otherName) +
                              "', but names in C are in lower case)") +
                   "; expected different names: compile one of them with "
                   "another --model-name");
      return failure();
    }
    models[StringRef(name).str()] = std::move(model);
  }
  return success();
}

/// A linker would refuse two functions of one name, or drop one of them.
LogicalResult Merger::addFunctions(StringRef archive, StringRef name,
                                   const Code &code) {
  for (const std::string &function : code.getFunctions()) {
    if (isCommonLoaderEntry(function))
      continue;
    auto [it, isNew] =
        functions.try_emplace(function, name.str(), archive.str());
    const auto &[file, other] = it->second;
    if (isNew || (file == name && other == archive))
      continue;
    Problems(archive, errors)
        .add("./" + name + ": defines '" + function + "', which ./" + file +
             " of " + other +
             " does, too; expected different names: compile one of the models "
             "with another --model-name, or rename the function "
             "(exported_name)");
    return failure();
  }
  return success();
}

LogicalResult Merger::addFile(StringRef archive, StringRef name,
                              StringRef contents) {
  Problems problems(archive, errors);
  std::unique_ptr<Code> code;
  if (name.starts_with(kSourceFolder))
    code = readC(contents);
  else if (name.starts_with(kObjectFolder))
    code = cantFail(readObject(contents));
  if (code && code->definesFunction(kSystemLibEntryPoint)) {
    if (!registry.empty()) {
      problems.add("./" + name + ": defines " + kSystemLibEntryPoint +
                   ", which " + registry +
                   " does, too; expected one function registry: compile "
                   "without --system-lib, and write one with tirc "
                   "--link-registry");
      return failure();
    }
    registry = archive.str();
  }
  if (code && failed(addFunctions(archive, name, *code)))
    return failure();
  auto [it, isNew] =
      files.try_emplace(name.str(), File{contents.str(), archive.str()});
  if (isNew || it->second.contents == contents)
    return success();
  problems.add("./" + name + ": differs from the one in " + it->second.archive +
               (code ? "; expected files of different names: compile one of "
                       "the models with another --model-name"
                     : "; expected the same runtime: write both archives with "
                       "the same tirc"));
  return failure();
}

LogicalResult Merger::add(const NamedArchive &archive) {
  if (failed(
          describeModelLibrary(archive.name, archive.bytes, nulls(), errors)))
    return failure();
  for (const TarMember &member : cantFail(readTar(archive.bytes))) {
    StringRef name = member.name;
    while (name.consume_front("./"))
      ;
    if (member.isFolder)
      continue;
    if (failed(name == kMetadata
                   ? addModels(archive.name, member.contents)
                   : addFile(archive.name, name, member.contents)))
      return failure();
  }
  return success();
}

std::string Merger::write(uint64_t time) const {
  json::Value metadata =
      json::Object{{"version", 7}, {"modules", json::Object(models)}};
  std::vector<TarFile> members = {
      {("./" + kMetadata).str(), formatv("{0:2}\n", metadata).str()}};
  for (const auto &[name, file] : files)
    members.push_back({"./" + name, file.contents});
  return writeTar(members, time);
}

LogicalResult tir::mergeModelLibraries(ArrayRef<NamedArchive> archives,
                                       uint64_t time, raw_ostream &os,
                                       raw_ostream &errors) {
  Merger merger(errors);
  for (const NamedArchive &archive : archives)
    if (failed(merger.add(archive)))
      return failure();
  os << merger.write(time);
  return success();
}
