//===- UniqueNames.h - Names that are all different
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

/// Hands out names: the requested name itself, or that name with the first
/// number that makes it unique. The search for the number continues where the
/// last one for the same name ended, so that any number of equal requests takes
/// linear time.
class UniqueNames {
public:
  void reserve(llvm::StringRef name) { taken.insert(name); }

  /// Returns `wish`, or `wish`, `separator` and a number that counts from 1.
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
  /// The next number for each name with its separator.
  llvm::StringMap<unsigned> nextNumbers;
};

} // namespace tir

#endif // TIR_SUPPORT_UNIQUENAMES_H
