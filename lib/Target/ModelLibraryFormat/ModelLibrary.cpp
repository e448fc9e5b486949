//===- ModelLibrary.cpp - A compiled model as an archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Metadata.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;
using namespace tir::mlf;

/// Returns the C with its header in the place of the directive: generators of
/// projects, such as TVM's for Arduino, copy only the `.c` files.
static std::string includeHeader(StringRef code, StringRef name,
                                 StringRef header) {
  auto [before, after] = code.split(("#include \"" + name + "\"\n").str());
  return after.empty() ? code.str() : (before + header + after).str();
}

/// Returns a C file without code, which stands beside an object: TVM's
/// generator for Zephyr lists the folder of the sources, and a library of CMake
/// needs a source to know its language.
static std::string makeObjectSource(StringRef prefix, StringRef object) {
  return ("/* The code of this model is the object ../../../" + object +
          ".\n * This file has none: projects expect a source in this folder. "
          "*/\ntypedef int " +
          prefix + "_is_an_object;\n")
      .str();
}

static constexpr StringLiteral kInAnotherFile = "_is_in_another_file;";

/// Returns the second source of a model, whose code is in the first. TVM wrote
/// several, and projects name them.
static std::string makeSecondSource(StringRef prefix, StringRef first) {
  return ("/* The code of this model is in " + first.rsplit('/').second +
          ".\n * This file has none: projects that were written for TVM name "
          "it."
          " */\ntypedef int " +
          prefix + kInAnotherFile + "\n")
      .str();
}

bool tir::isSourceWithoutCode(StringRef name, StringRef contents) {
  return name.ends_with("_object.c") ||
         (name.ends_with("_lib1.c") && contents.contains(kInAnotherFile));
}

static void addCode(const ModelLibraryParts &parts, const c::ModelInfo &info,
                    std::vector<TarFile> &files) {
  files.push_back(
      {codeName(info.name, parts.isObject),
       parts.isObject
           ? parts.code
           : includeHeader(parts.code, info.prefix + ".h", parts.header)});
  if (!parts.isObject)
    files.push_back(
        {(kSourceFolder + info.name + "_lib1.c").str(),
         makeSecondSource(info.prefix, codeName(info.name, false))});
  if (parts.isObject)
    files.push_back({(kSourceFolder + info.name + "_object.c").str(),
                     makeObjectSource(info.prefix, codeName(info.name, true))});
  // In this format, a header in the include folder means that the interface is
  // C. The header of the packed interface is for the model's own source.
  if (!info.isPacked())
    files.push_back({(kHeaderFolder + info.prefix + ".h").str(), parts.header});
  else if (!parts.isObject)
    files.push_back({(kSourceFolder + info.prefix + ".h").str(), parts.header});
}

static void addRuntime(const ModelLibraryParts &parts,
                       std::vector<TarFile> &files) {
  for (const TarFile &file : parts.runtime) {
    files.push_back({(kRuntimeFolder + file.name).str(), file.contents});
    // The application is to change these files. TVM also has them at the top.
    if (StringRef(file.name).starts_with("templates/"))
      files.push_back(file);
  }
}

LogicalResult tir::emitModelLibrary(ModuleOp module,
                                    const ModelLibraryParts &parts,
                                    const ModelLibraryOptions &options,
                                    llvm::raw_ostream &os) {
  FailureOr<c::ModelInfo> info =
      c::readModelInfo(module, "an archive holds one model");
  if (failed(info))
    return failure();
  std::unique_ptr<Code> object;
  if (parts.isObject) {
    llvm::Expected<std::unique_ptr<Code>> read = readObject(parts.code);
    if (!read)
      return module.emitError("the generated object cannot be read: ")
             << llvm::toString(read.takeError());
    object = std::move(*read);
  }

  std::vector<TarFile> files;
  addCode(parts, *info, files);
  files.push_back({parametersName(info->name), makeParameters(info->inputs)});
  files.push_back({modelName(info->name), parts.model});
  files.push_back({reportName(info->name), parts.report});
  addRuntime(parts, files);
  llvm::sort(files, [](const TarFile &a, const TarFile &b) {
    return a.name < b.name;
  });
  // The metadata comes first, so that a reader can stop after it.
  llvm::json::Value metadata =
      makeMetadata(module, *info, options, object.get());
  files.insert(files.begin(),
               {kMetadata.str(), llvm::formatv("{0:2}\n", metadata).str()});
  for (TarFile &file : files)
    file.name = "./" + file.name;
  os << writeTar(files, options.exportTime);
  return success();
}
