//===- BufferLabels.cpp - Short names of buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferLabels.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace tir;

static constexpr StringLiteral kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

std::string report::makeBufferKey(size_t index) {
  return index < kLetters.size() ? std::string(1, kLetters[index])
                                 : std::to_string(index);
}

/// Calls `visit` with each end of the name that begins with a word, from the
/// shortest to the name itself, until it returns false.
template <typename Visit>
static void visitEnds(StringRef name, Visit visit) {
  for (size_t at = name.rfind('_'); at != StringRef::npos && at != 0;
       at = name.rfind('_', at))
    if (at + 1 < name.size() && !visit(name.drop_front(at + 1)))
      return;
  visit(name);
}

std::vector<std::string> report::shortenNames(ArrayRef<std::string> given) {
  // The result of a kernel is its main buffer.
  StringSet<> all;
  for (StringRef name : given)
    all.insert(name);
  SmallVector<StringRef> names;
  for (StringRef name : given) {
    StringRef kernel = name;
    names.push_back(kernel.consume_back("_output") && !kernel.empty() &&
                            !all.contains(kernel)
                        ? kernel
                        : name);
  }
  StringMap<unsigned> counts;
  for (StringRef name : names)
    visitEnds(name, [&](StringRef end) {
      ++counts[end];
      return true;
    });
  std::vector<std::string> shortened;
  for (StringRef name : names) {
    StringRef chosen = name;
    visitEnds(name, [&](StringRef end) {
      chosen = end;
      return counts.lookup(end) > 1 || !isAlpha(end.front());
    });
    shortened.push_back(chosen.str());
  }
  return shortened;
}
