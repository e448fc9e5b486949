//===- OutputFiles.h - The files of one run, in memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_OUTPUTFILES_H
#define TIR_COMPILER_OUTPUTFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// The files of one run, in memory.
class OutputFiles {
public:
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
  void complete() {
    for (File &file : files) {
      if (!file.print)
        continue;
      file.contents.clear();
      llvm::raw_string_ostream stream(file.contents);
      file.print(stream);
      file.print = nullptr;
    }
  }

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

private:
  std::vector<File> files;
};

/// Adds the runtime's headers that one of the files includes, directly or
/// indirectly, so that the folder is the only one that a compiler has to
/// search.
void addRuntimeHeaders(OutputFiles &files);

} // namespace tir

#endif // TIR_COMPILER_OUTPUTFILES_H
