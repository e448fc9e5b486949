//===- Archive.cpp - A compiled model as one Model Library Format archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Archive.h"

#include "RuntimeFiles.h"
#include "tir/Compiler/ExportTime.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Target/ModelLibraryFormat/ModelLibraryFormat.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tir;

FailureOr<OutputFiles> tir::makeArchive(ModuleOp module,
                                        const CompilationOptions &options,
                                        StringRef stem, std::string source,
                                        std::string hash,
                                        const OutputFiles &products) {
  auto product = [&](StringRef extension) {
    return products.find((stem + extension).str()).value_or("").str();
  };
  ModelLibraryParts parts;
  parts.model = std::move(source);
  parts.isObject = llvm::is_contained(options.emit, EmitKind::Object);
  parts.code = product(parts.isObject ? ".o" : ".c");
  parts.header = product(".h");
  parts.report = product(".report.json");
  for (const RuntimeFile &file : getRuntimeFiles()) {
    // Projects for devices build all files of this folder.
    if (file.name.starts_with("src/platform/"))
      continue;
    // Makefiles for TVM name the sources in its folders.
    StringRef name = file.name;
    bool isSource = name.consume_front("src/");
    parts.runtime.push_back(
        {(isSource ? "src/runtime/crt/" : "") + name.str(), file.text.str()});
  }

  ModelLibraryOptions library;
  library.target = options.target;
  library.modelSHA256 = std::move(hash);
  library.exportTime = llvm::cantFail(getExportTime());
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(emitModelLibrary(module, parts, library, os)))
    return failure();
  OutputFiles archive;
  archive.add(llvm::sys::path::filename(options.outputDirectory),
              std::move(bytes));
  return archive;
}
