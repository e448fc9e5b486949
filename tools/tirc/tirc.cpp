//===- tirc.cpp - The compiler's command line
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/CommandLine.h"
#include "tir/Driver/PythonFrontEnd.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Keeps memory that one pass frees for the next one. By default, the C library
/// returns it to the system, which has to clear it each time.
static void keepFreedMemory() {
#ifdef __GLIBC__
  constexpr int kMegabyte = 1 << 20;
  mallopt(M_TRIM_THRESHOLD, 16 * kMegabyte);
  // Large constants have pages of their own, which are returned.
  mallopt(M_MMAP_THRESHOLD, kMegabyte);
#endif
}

extern "C" int tirc_main(int argc, char **argv) {
  llvm::setBugReportMsg("tirc: error: tirc itself failed; report it with the "
                        "model and the text below\n");
  keepFreedMemory();
  llvm::InitLLVM init(argc, argv);
  llvm::ArrayRef<const char *> arguments(argv + 1, argv + argc);
  if (std::optional<int> code = tir::runPythonFrontEnd(arguments))
    return *code;
  return tir::runCommand(arguments, llvm::outs(), llvm::errs(),
                         llvm::errs().is_displayed());
}
