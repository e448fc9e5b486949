//===- Describe.cpp - Describing an archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/Describe.h"

#include "tir/Target/ModelLibraryFormat/ModelLibraryFormat.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tir;
using llvm::StringRef;

llvm::LogicalResult tir::describeArchive(StringRef path,
                                         llvm::raw_ostream &output,
                                         llvm::raw_ostream &errors) {
  auto fail = [&](StringRef why) {
    errors << path << ": error: cannot be read: " << why
           << "; expected a Model Library Format archive, a file that tirc "
              "--emit=mlf or TVM wrote\n";
    return llvm::failure();
  };
  if (llvm::sys::fs::is_directory(path))
    return fail("it is a directory");
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return fail(buffer.getError().message());
  // The name is without its folder, like a model's name.
  return describeModelLibrary(path == "-" ? "stdin"
                                          : llvm::sys::path::filename(path),
                              (*buffer)->getBuffer(), output, errors);
}
