//===- NameScope.h - Names in the C file by scope
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_NAMESCOPE_H
#define TIR_LIB_TARGET_C_NAMESCOPE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace tir::c {

/// Hands out local names that are not keywords, names of the file, or used by
/// an enclosing block. A name is free again when its block ends, so that loops
/// side by side have the same variables.
class NameScope {
public:
  /// `fileNames` must outlive this object.
  explicit NameScope(const llvm::StringSet<> &fileNames)
      : fileNames(fileNames) {}

  const llvm::StringSet<> &getFileNames() const { return fileNames; }

  void enter() { marks.push_back({names.size(), numbers.size()}); }
  void leave();

  /// Returns the requested name if it is a free C identifier, and otherwise
  /// that name with a number.
  std::string unique(llvm::StringRef wish);
  /// Returns the requested name with the first free number, from 0 on.
  std::string numbered(llvm::StringRef wish);

private:
  bool isFree(llvm::StringRef name) const;
  std::string take(std::string name);
  std::string takeNumbered(const std::string &stem, unsigned first);

  const llvm::StringSet<> &fileNames;
  llvm::StringSet<> used;
  llvm::SmallVector<std::string> names;
  /// The sizes of `names` and `numbers` at the beginning of each block.
  llvm::SmallVector<std::pair<size_t, size_t>> marks;
  /// For each first number and stem, the number from which on the stem may be
  /// free. With the numbers before that, it is taken.
  llvm::StringMap<unsigned> nextNumbers;
  /// The changes in `nextNumbers`: each key with its previous number.
  llvm::SmallVector<std::pair<std::string, unsigned>> numbers;
};

/// Adds each identifier in a piece of C text to `names`, except in comments and
/// strings.
void collectIdentifiers(llvm::StringRef text, llvm::StringSet<> &names);

/// Checks the name of a symbol. A symbol may contain any text, and text that is
/// not a name could be any code.
mlir::LogicalResult verifySymbolName(mlir::Operation *op);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_NAMESCOPE_H
