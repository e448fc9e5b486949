//===- NameScope.h - Names of the C file, scope by scope
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_NAMESCOPE_H
#define TIR_LIB_TARGET_C_NAMESCOPE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace tir::c {

/// Hands out local names: never a keyword, a name of the file, or one that an
/// enclosing block uses. A name is free again when its block ends, so that
/// loops side by side have the same variables.
class NameScope {
public:
  /// `fileNames` outlives this object.
  explicit NameScope(const llvm::StringSet<> &fileNames)
      : fileNames(fileNames) {}

  const llvm::StringSet<> &getFileNames() const { return fileNames; }

  void enter() { marks.push_back({names.size(), numbers.size()}); }
  void leave();

  /// The wish itself, if it is a free C identifier, else with a number.
  std::string unique(llvm::StringRef wish);
  /// The wish with the first free number, from 0 on.
  std::string numbered(llvm::StringRef wish);

private:
  bool isFree(llvm::StringRef name) const;
  std::string take(std::string name);
  std::string takeNumbered(const std::string &stem, unsigned first);

  const llvm::StringSet<> &fileNames;
  llvm::StringSet<> used;
  llvm::SmallVector<std::string> names;
  /// The sizes of `names` and `numbers` where a block began.
  llvm::SmallVector<std::pair<size_t, size_t>> marks;
  /// By first number and stem, the number from which on the stem may be free:
  /// with those before it, it is taken.
  llvm::StringMap<unsigned> nextNumbers;
  /// What changed in `nextNumbers`: the key and its number before.
  llvm::SmallVector<std::pair<std::string, unsigned>> numbers;
};

/// Adds each identifier in a piece of C text to `names`; comments and strings
/// do not count.
void collectIdentifiers(llvm::StringRef text, llvm::StringSet<> &names);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_NAMESCOPE_H
