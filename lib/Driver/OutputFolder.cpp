//===- OutputFolder.cpp - Files that are written whole or not at all
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/OutputFolder.h"

#include "GeneratedFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tir;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Returns an error with the system's message and a remedy.
static Error makeError(const Twine &what, std::error_code code) {
  bool isFull = code == std::errc::no_space_on_device;
  return createStringError(
      code, what + ": " +
                (isFull ? "the disk is full; make room on it, or choose a "
                          "folder on another one"
                        : code.message() + "; expected a writable folder: "
                                           "choose another one"));
}

Error OutputFolder::check() const {
  // The part of the path that exists must be a folder.
  for (StringRef part = directory; !part.empty();
       part = path::parent_path(part)) {
    fs::file_status status;
    if (fs::status(part, status))
      continue;
    if (!fs::is_directory(status))
      return createStringError(
          "cannot write to the folder '" + directory +
          "': " + (part == directory ? "that" : "'" + part + "'") +
          " is a file; expected the name of a folder, which is created if it "
          "is missing");
    if (std::error_code code = fs::access(part, fs::AccessMode::Write))
      return makeError("cannot write to '" + directory + "'", code);
    break;
  }
  return Error::success();
}

namespace {
/// The files and folders that were created so far. Removes them again unless
/// `keep` is set.
struct Transaction {
  SmallVector<std::string> temporaries, directories;
  bool keep = false;

  ~Transaction() {
    for (const std::string &file : temporaries)
      (void)fs::remove(file);
    if (!keep)
      for (const std::string &directory : reverse(directories))
        (void)fs::remove(directory);
  }

  /// Like create_directories, but records which folders are new.
  std::error_code createDirectories(StringRef directory) {
    SmallVector<StringRef> missing;
    for (StringRef part = directory; !part.empty() && !fs::exists(part);
         part = path::parent_path(part))
      missing.push_back(part);
    for (StringRef part : reverse(missing)) {
      std::error_code code =
          fs::create_directory(part, /*IgnoreExisting=*/false, fs::all_all);
      // "out/" and "out/." are "out", which is there by now.
      if (code == std::errc::file_exists && fs::is_directory(part))
        continue;
      if (code)
        return code;
      directories.push_back(part.str());
    }
    return {};
  }
};
} // namespace

Error OutputFolder::verifyReplaceable(StringRef target,
                                      const OutputFiles::File &file) const {
  // Renaming onto a folder would fail after other files are renamed.
  if (fs::is_directory(target))
    return createStringError("cannot write the file '" + target +
                             "': a folder with this name exists; remove it, or "
                             "choose another folder");
  if (force || !fs::exists(target))
    return Error::success();
  bool isRegular = fs::is_regular_file(target);
  auto present = MemoryBuffer::getFile(target);
  if (isRegular && present &&
      ((*present)->getBuffer() == file.contents ||
       isGeneratedFile(file.name, (*present)->getBuffer())))
    return Error::success();
  return createStringError(
      "'" + target + "' already exists, and " +
      (path::filename(file.name) == "main.c"
           ? "tirc did not write it, or it was changed since"
           : "tirc did not write it") +
      "; choose another folder, or give --force to replace it");
}

Error OutputFolder::write(const OutputFiles &files) const {
  if (Error error = check())
    return error;
  Transaction transaction;
  if (std::error_code code = transaction.createDirectories(directory))
    return makeError("cannot create '" + directory + "'", code);

  SmallVector<std::string> targets;
  for (const OutputFiles::File &file : files.getFiles()) {
    SmallString<128> target(directory), temporary;
    path::append(target, file.name);
    if (std::error_code code =
            transaction.createDirectories(path::parent_path(target)))
      return makeError("cannot create '" + path::parent_path(target) + "'",
                       code);
    if (Error error = verifyReplaceable(target, file))
      return error;
    int descriptor;
    if (std::error_code code =
            fs::createUniqueFile(target + ".%%%%%%.tmp", descriptor, temporary,
                                 fs::OF_None, fs::all_read | fs::all_write))
      return makeError("cannot write '" + target + "'", code);
    transaction.temporaries.push_back(temporary.str().str());
    targets.push_back(target.str().str());
    raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
    if (file.print)
      file.print(stream);
    else
      stream << file.contents;
    stream.close();
    if (std::error_code code = stream.error()) {
      stream.clear_error();
      return makeError("cannot write '" + target + "'", code);
    }
  }
  for (auto [temporary, target] : zip(transaction.temporaries, targets))
    if (std::error_code code = fs::rename(temporary, target))
      return makeError("cannot write '" + target + "'", code);
  transaction.temporaries.clear();
  transaction.keep = true;
  return Error::success();
}
