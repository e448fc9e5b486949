//===- MapFile.h - What a linker placed for a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_MAPFILE_H
#define TIR_LIB_TARGET_REPORT_MAPFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tir::report {

/// The bytes that a program has of one of its objects.
struct LinkedObject {
  /// A section, or a function or variable.
  struct Row {
    std::string name;
    uint64_t bytes;
    /// Where it is when the program runs: `ram`, `flash`, or `ram and flash`
    /// for variables with values that the program copies at its start. Empty
    /// for a function or variable.
    llvm::StringLiteral memory;
  };

  /// The object, as the map file names it.
  std::string object;
  uint64_t ram = 0, flash = 0;
  /// In the order of the program, without padding.
  std::vector<Row> sections;
  /// What lld lists with a size.
  std::vector<Row> symbols;
};

/// Returns the name of the linker whose map files are in a form that
/// `readMapFile` does not read, or an empty text.
llvm::StringRef nameForeignLinker(llvm::StringRef text);

/// Finds the object that defines the function `entry` in a map file of GNU ld
/// or lld, and adds up its sections, with the padding between them.
/// `isOwnRAM` says of a section with a name of the user's own whether it is one
/// of memory. Returns std::nullopt if the text is not such a file, or if no
/// object in it defines the function.
std::optional<LinkedObject>
readMapFile(llvm::StringRef text, llvm::StringRef entry,
            llvm::function_ref<bool(llvm::StringRef section)> isOwnRAM);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_MAPFILE_H
