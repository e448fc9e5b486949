//===- LinkArchives.cpp - Making one archive of several
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/LinkArchives.h"

#include "tir/Compiler/ExportTime.h"
#include "tir/Driver/OutputFolder.h"
#include "tir/Target/ModelLibraryFormat/ModelLibraryFormat.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tir;
using llvm::StringRef;

llvm::LogicalResult tir::linkArchives(llvm::ArrayRef<std::string> archives,
                                      StringRef output, bool force,
                                      llvm::raw_ostream &errors) {
  auto fail = [&](const llvm::Twine &what) {
    errors << "tirc: error: " << what << '\n';
    return llvm::failure();
  };
  llvm::Expected<uint64_t> time = getExportTime();
  if (!time)
    return fail(llvm::toString(time.takeError()));
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  std::vector<NamedArchive> named;
  for (const std::string &path : archives) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return fail("cannot read '" + path + "': " + buffer.getError().message());
    named.push_back(
        {llvm::sys::path::filename(path).str(), (*buffer)->getBuffer()});
    buffers.push_back(std::move(*buffer));
  }
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(mergeModelLibraries(named, *time, os, errors)))
    return llvm::failure();
  StringRef folder = llvm::sys::path::parent_path(output);
  OutputFiles files;
  files.add(llvm::sys::path::filename(output), std::move(bytes));
  OutputFolder target(folder.empty() ? "." : folder, force);
  if (llvm::Error problem = target.write(files))
    return fail(llvm::toString(std::move(problem)));
  return llvm::success();
}
