//===- OutputFolder.h - Files that are written whole or not at all
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_OUTPUTFOLDER_H
#define TIR_DRIVER_OUTPUTFOLDER_H

#include "tir/Compiler/OutputFiles.h"
#include "llvm/Support/Error.h"

namespace tir {

/// A folder to write to, which need not exist.
class OutputFolder {
public:
  /// With `force`, `write` replaces files even if tirc did not write them.
  explicit OutputFolder(llvm::StringRef directory, bool force = false)
      : directory(directory), force(force) {}

  /// Returns an error if the folder cannot be written to.
  llvm::Error check() const;

  /// Writes all files next to their final places, and renames them after all
  /// are written. After an error, no file has been changed or added. It is an
  /// error to replace a file that tirc did not write, or an example that was
  /// changed since tirc wrote it, unless `force` is set.
  llvm::Error write(const OutputFiles &files) const;

private:
  llvm::Error verifyReplaceable(llvm::StringRef target,
                                const OutputFiles::File &file) const;

  std::string directory;
  bool force;
};

} // namespace tir

#endif // TIR_DRIVER_OUTPUTFOLDER_H
