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

extern "C" int tirc_main(int argc, char **argv) {
  llvm::setBugReportMsg("tirc: error: tirc itself failed; report it with the "
                        "model and the text below\n");
  llvm::InitLLVM init(argc, argv);
  llvm::ArrayRef<const char *> arguments(argv + 1, argv + argc);
  if (std::optional<int> code = tir::runPythonFrontEnd(arguments))
    return *code;
  return tir::runCommand(arguments, llvm::outs(), llvm::errs(),
                         llvm::errs().is_displayed());
}
