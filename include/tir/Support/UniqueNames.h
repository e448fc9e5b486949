//===- UniqueNames.h - Names of which no two are alike
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_UNIQUENAMES_H
#define TIR_SUPPORT_UNIQUENAMES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace tir {

/// Hands out names: the wish itself, or the wish with the first number that
/// makes another name of it. The search for that number goes on where the last
/// one for the same wish ended, so that any number of equal wishes is served in
/// linear time.
class UniqueNames {
public:
  void reserve(llvm::StringRef name) { taken.insert(name); }

  /// The number follows `separator`; it counts from 1.
  std::string makeUnique(llvm::StringRef wish, llvm::StringRef separator) {
    std::string unique = wish.str();
    if (taken.insert(unique).second)
      return unique;
    std::string stem = unique + separator.str();
    unsigned &next = nextNumbers.try_emplace(stem, 1).first->second;
    do
      unique = stem + std::to_string(next++);
    while (!taken.insert(unique).second);
    return unique;
  }

private:
  llvm::StringSet<> taken;
  /// By wish and separator.
  llvm::StringMap<unsigned> nextNumbers;
};

} // namespace tir

#endif // TIR_SUPPORT_UNIQUENAMES_H
