//===- CheckVariable.cpp - The default of --check
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckVariable.h"

#include "tir/Compiler/OptionParser.h"
#include "tir/Compiler/OptionTable.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Process.h"

using namespace tir;

std::string tir::getCheckVariable() {
  return llvm::sys::Process::GetEnv("TIRC_CHECK").value_or("");
}

llvm::Error tir::readCheckOptions(const llvm::opt::InputArgList &args,
                                  CompilationOptions &options) {
  options.checkCompiler = args.getLastArgValue(OPT_check_compiler).str();
  std::string value = getCheckVariable();
  if (value.empty() || args.hasArg(OPT_check))
    return llvm::Error::success();
  auto choice = llvm::StringSwitch<std::optional<CheckChoice>>(value)
                    .Case("off", CheckChoice::Off)
                    .Case("fast", CheckChoice::Fast)
                    .Case("proof", CheckChoice::Proof)
                    .Case("emulator", CheckChoice::Emulator)
                    .Default(std::nullopt);
  if (!choice)
    return llvm::createStringError("the environment variable TIRC_CHECK is '" +
                                   value + "'; expected one of " +
                                   getOptionValues(OPT_check).str());
  options.check = *choice;
  return llvm::Error::success();
}
