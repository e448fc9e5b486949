//===- RuntimeHeaders.cpp - Adds the runtime's headers to the output
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/OutputFiles.h"

#include "RuntimeFiles.h"
#include "llvm/ADT/StringSet.h"

using namespace tir;
using llvm::StringRef;

/// Adds what `text` includes to `headers`, in one pass: generated C may be
/// hundreds of megabytes of constants.
static void collectIncludes(StringRef text, llvm::StringSet<> &headers) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    if (line.consume_front("#include "))
      headers.insert(line.drop_front().take_until(
          [](char c) { return c == '"' || c == '>'; }));
    text = rest;
  }
}

void tir::addRuntimeHeaders(OutputFiles &files) {
  llvm::StringSet<> included;
  for (const OutputFiles::File &file : files.getFiles())
    if (StringRef(file.name).ends_with(".c") ||
        StringRef(file.name).ends_with(".h"))
      collectIncludes(file.contents, included);
  // A header may include others.
  bool changed = true;
  while (changed) {
    changed = false;
    for (const RuntimeFile &file : getRuntimeFiles()) {
      StringRef header = file.name;
      if (!header.consume_front("include/") || files.contains(header) ||
          !included.contains(header))
        continue;
      files.add(header, file.text.str());
      collectIncludes(file.text, included);
      changed = true;
    }
  }
}
