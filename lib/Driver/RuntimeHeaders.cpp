//===- RuntimeHeaders.cpp - The runtime's headers beside what includes them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"

#include "RuntimeFiles.h"

using namespace tir;
using llvm::StringRef;

static bool includes(StringRef text, StringRef header) {
  return text.contains(("#include \"" + header + "\"").str()) ||
         text.contains(("#include <" + header + ">").str());
}

void tir::addRuntimeHeaders(OutputFiles &files) {
  // A header may include the next.
  bool changed = true;
  while (changed) {
    changed = false;
    for (const RuntimeFile &file : getRuntimeFiles()) {
      StringRef header = file.name;
      if (!header.consume_front("include/") || files.contains(header) ||
          !files.any([&](StringRef name, StringRef text) {
            return (name.ends_with(".c") || name.ends_with(".h")) &&
                   includes(text, header);
          }))
        continue;
      files.add(header, file.text.str());
      changed = true;
    }
  }
}
