//===- Tar.h - Tar archives as bytes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_TAR_H
#define TIR_SUPPORT_TAR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tir {

/// A file to be written; folders are divided by '/'.
struct TarFile {
  std::string name, contents;
};

/// The bytes of an archive (POSIX.1-1988 `ustar`, and a `pax` header where a
/// name is too long for that) with the files in their order. `time` is in
/// seconds since 1970, of all of them, at most `kLastTarTime`; the owner is
/// root, the mode 0644: the same files and time give the same bytes.
///
/// LLVM has a TarWriter, too. It writes to a file of its own choice of moments,
/// where ours has to be complete before it takes its name, ends the program
/// where the disk is full, and knows no times.
inline constexpr uint64_t kLastTarTime = 0x1FFFFFFFF;
std::string writeTar(llvm::ArrayRef<TarFile> files, uint64_t time);

/// A member as it was read. `contents` points into the archive's bytes.
struct TarMember {
  /// As it stands there, neither checked nor changed: it may be absolute.
  std::string name;
  llvm::StringRef contents;
  bool isFolder = false;
};

/// Reads an archive: `ustar`, what GNU's and Python's tar write (`pax` with
/// path and size, GNU's long names and large sizes), and older ones. Files and
/// folders only: a link or a device is an error, as is a damaged header, a size
/// beyond the end, and an end that is missing. Errors name member and byte.
llvm::Expected<std::vector<TarMember>> readTar(llvm::StringRef bytes);

} // namespace tir

#endif // TIR_SUPPORT_TAR_H
