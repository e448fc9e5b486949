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
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// The files of one run. They are kept in memory until `commit`, which writes
/// them beside their final place and renames them once all are written.
class OutputFiles {
public:
  /// With `force` files are replaced whoever wrote them.
  explicit OutputFiles(llvm::StringRef directory, bool force = false)
      : directory(directory), force(force) {}

  /// Why the directory cannot be written to, before anything is; it does not
  /// have to exist.
  llvm::Error checkDirectory() const;

  /// The name may begin with folders, divided by '/'.
  void add(llvm::StringRef name, std::string contents) {
    files.push_back({name.str(), std::move(contents)});
  }

  bool contains(llvm::StringRef name) const { return find(name).has_value(); }

  /// The contents of the file of that name, or nothing.
  std::optional<llvm::StringRef> find(llvm::StringRef name) const {
    for (const File &file : files)
      if (file.name == name)
        return file.contents;
    return std::nullopt;
  }

  struct File {
    std::string name, contents;
  };

  /// All files, in the order in which they were added.
  llvm::ArrayRef<File> getFiles() const { return files; }

  /// The folder to write to, in place of the one given at first.
  void setDirectory(llvm::StringRef folder) { directory = folder.str(); }

  void setForce(bool value) { force = value; }

  /// On an error no file has changed and none has been added. It is an error
  /// where a file would be replaced that tirc did not write, or an example that
  /// was changed since.
  llvm::Error commit();

private:
  llvm::Error verifyReplaceable(llvm::StringRef target, const File &file) const;

  std::string directory;
  bool force;
  std::vector<File> files;
};

} // namespace tir

#endif // TIR_DRIVER_OUTPUTFILES_H
