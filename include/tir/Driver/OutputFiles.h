//===- OutputFiles.h - Files that are written whole or not at all
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_OUTPUTFILES_H
#define TIR_DRIVER_OUTPUTFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// The files of one run. They are kept in memory until `commit`, which writes
/// them next to their final places and renames them after all are written.
class OutputFiles {
public:
  /// With `force`, `commit` replaces files even if tirc did not write them.
  explicit OutputFiles(llvm::StringRef directory, bool force = false)
      : directory(directory), force(force) {}

  /// Returns an error if the directory cannot be written to. The directory need
  /// not exist.
  llvm::Error checkDirectory() const;

  /// Adds a file. Its name may begin with folders, separated by '/'.
  void add(llvm::StringRef name, std::string contents) {
    files.push_back({name.str(), std::move(contents)});
  }

  /// Adds a file that is printed when it is written, and has only an outline
  /// until then. Some files are several times larger than the model.
  void addPrinted(llvm::StringRef name, std::string outline,
                  std::function<void(llvm::raw_ostream &)> print) {
    files.push_back({name.str(), std::move(outline), std::move(print)});
  }

  /// Prints the files that have only an outline.
  void complete();

  bool contains(llvm::StringRef name) const { return find(name).has_value(); }

  /// Returns the contents of the file with this name, or its outline, or
  /// std::nullopt.
  std::optional<llvm::StringRef> find(llvm::StringRef name) const {
    for (const File &file : files)
      if (file.name == name)
        return file.contents;
    return std::nullopt;
  }

  struct File {
    std::string name, contents;
    std::function<void(llvm::raw_ostream &)> print = {};
  };

  /// Returns all files, in the order in which they were added.
  llvm::ArrayRef<File> getFiles() const { return files; }

  /// Replaces the folder to write to.
  void setDirectory(llvm::StringRef folder) { directory = folder.str(); }

  void setForce(bool value) { force = value; }

  /// Writes all files. After an error, no file has been changed or added. It is
  /// an error to replace a file that tirc did not write, or an example that was
  /// changed since tirc wrote it, unless `force` is set.
  llvm::Error commit();

private:
  llvm::Error verifyReplaceable(llvm::StringRef target, const File &file) const;

  std::string directory;
  bool force;
  std::vector<File> files;
};

} // namespace tir

#endif // TIR_DRIVER_OUTPUTFILES_H
