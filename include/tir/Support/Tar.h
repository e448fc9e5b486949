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

/// A file to be written. '/' separates folders.
struct TarFile {
  std::string name, contents;
};

/// Returns the bytes of an archive (POSIX.1-1988 `ustar`, with a `pax` header
/// for a name that is too long for that) with the files in the given order.
/// `time` applies to all files; it is in seconds since 1970, and at most
/// `kLastTarTime`. The owner is root and the mode 0644. The same files and time
/// give the same bytes.
///
/// LLVM also has a TarWriter. It writes to the file as it goes, while ours must
/// be complete before it gets its name; it ends the program if the disk is
/// full; and it does not set times.
inline constexpr uint64_t kLastTarTime = 0x1FFFFFFFF;
std::string writeTar(llvm::ArrayRef<TarFile> files, uint64_t time);

/// A member of an archive that was read. `contents` points into the archive's
/// bytes.
struct TarMember {
  /// The name in the archive, neither checked nor changed: it may be absolute.
  std::string name;
  llvm::StringRef contents;
  bool isFolder = false;
};

/// Reads an archive: `ustar`, what GNU's and Python's tar write (`pax` with
/// path and size, GNU's long names and large sizes), and older formats. Accepts
/// only files and folders. A link, a device, a damaged header, a size beyond
/// the end, or a missing end is an error. Errors name the member and the byte.
llvm::Expected<std::vector<TarMember>> readTar(llvm::StringRef bytes);

} // namespace tir

#endif // TIR_SUPPORT_TAR_H
