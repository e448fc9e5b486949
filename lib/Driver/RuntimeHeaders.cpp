//===- RuntimeHeaders.cpp - The runtime's headers beside what includes them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"

#include "llvm/ADT/STLExtras.h"

using namespace tir;
using llvm::StringRef;

namespace {
struct Header {
  StringRef name, text;
};
} // namespace

static const Header kHeaders[] = {
#include "RuntimeHeaders.inc"
};

static bool includes(StringRef text, StringRef header) {
  return text.contains(("#include \"" + header + "\"").str()) ||
         text.contains(("#include <" + header + ">").str());
}

void tir::addRuntimeHeaders(OutputFiles &files) {
  // A header may include the next.
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Header &header : kHeaders) {
      if (files.contains(header.name) ||
          !files.any([&](StringRef name, StringRef text) {
            return (name.ends_with(".c") || name.ends_with(".h")) &&
                   includes(text, header.name);
          }))
        continue;
      files.add(header.name, header.text.str());
      changed = true;
    }
  }
}
