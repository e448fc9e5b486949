//===- NearNames.cpp - Names that a user may have meant
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using llvm::SmallVector;
using llvm::StringRef;

/// Lists longer than this are reduced to the names near the given one.
static constexpr size_t kLongList = 24;

std::string tir::quoteNames(llvm::ArrayRef<StringRef> names) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(names, os,
                        [&](StringRef name) { os << "'" << name << "'"; });
  return text;
}

std::string tir::suggestNames(StringRef value, SmallVector<StringRef> valid) {
  llvm::sort(valid);
  valid.erase(llvm::unique(valid), valid.end());
  SmallVector<std::pair<unsigned, StringRef>> near;
  for (StringRef name : valid) {
    unsigned distance = value.edit_distance_insensitive(name);
    if (distance <= std::max<size_t>(1, value.size() / 3) ||
        (value.size() > 2 && name.starts_with_insensitive(value)))
      near.push_back({distance, name});
  }
  llvm::sort(near);
  if (near.empty() || valid.size() <= kLongList)
    return "; valid are " + quoteNames(valid);
  near.truncate(std::min<size_t>(near.size(), 8));
  return "; near it are " +
         quoteNames(llvm::to_vector(llvm::make_second_range(near)));
}
