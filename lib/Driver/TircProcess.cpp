//===- TircProcess.cpp - Runs of tirc by itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TircProcess.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace tir;
namespace fs = llvm::sys::fs;

TemporaryFolder::TemporaryFolder() {
  code = fs::createUniqueDirectory("tirc", name);
}

TemporaryFolder::~TemporaryFolder() {
  if (!code)
    fs::remove_directories(name);
}

int tir::runTirc(ArrayRef<StringRef> arguments) {
  static int anchor;
  std::string program = fs::getMainExecutable("tirc", &anchor);
  SmallVector<StringRef> all = {program};
  // The package names the Python that it belongs to.
  std::string python = sys::Process::GetEnv("TIRC_PYTHON").value_or(program);
  if (sys::path::filename(program).starts_with("python"))
    all = {python, "-m", "tirc"};
  append_range(all, arguments);
  return sys::ExecuteAndWait(all.front(), all);
}
