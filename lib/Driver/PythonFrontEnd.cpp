//===- PythonFrontEnd.cpp - Models that the package for Python converts
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/PythonFrontEnd.h"

#include "ForeignModel.h"
#include "tir/Compiler/OptionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace tir;
using llvm::StringRef;
namespace sys = llvm::sys;

/// Returns the files of the models among the arguments: one, or several for
/// --firmware. Returns none if the arguments do not ask for a compilation:
/// `runCommand` reports wrong arguments.
static std::vector<std::string>
findModels(llvm::ArrayRef<const char *> arguments) {
  unsigned missingIndex, missingCount;
  llvm::opt::InputArgList args =
      getOptionTable().ParseArgs(arguments, missingIndex, missingCount);
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if ((inputs.size() != 1 && !args.hasArg(OPT_firmware)) || missingCount != 0 ||
      args.hasArg(OPT_UNKNOWN) || args.hasArg(OPT_action_Group) ||
      args.hasArg(OPT_help, OPT_help_EQ) || args.hasArg(OPT_version))
    return {};
  return inputs;
}

static bool isForeignFile(StringRef path) {
  if (path.empty() || !sys::fs::is_regular_file(path))
    return false;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer &&
         getForeignKind(path, (*buffer)->getBuffer()) != ForeignKind::None;
}

/// Runs a program. Returns its exit code, which is negative if it was not run,
/// which `isMissing` says, or did not end by itself.
static int run(StringRef program, llvm::ArrayRef<StringRef> arguments,
               bool &isMissing) {
  llvm::SmallVector<StringRef> all = {program};
  all.append(arguments.begin(), arguments.end());
  return sys::ExecuteAndWait(program, all, /*Env=*/std::nullopt,
                             /*Redirects=*/{}, /*SecondsToWait=*/0,
                             /*MemoryLimit=*/0, /*ErrMsg=*/nullptr, &isMissing);
}

/// The code of a Python that cannot load the package.
static constexpr int kNoPackage = 125;

/// Returns a program that runs the command `tirc` of the package, as `-m tirc`
/// does. To start Python once more only to see whether it has the package would
/// take half a second.
static std::string getCommand() {
  return ("import sys\n"
          "try:\n"
          "    import tirc.__main__\n"
          "except Exception:\n"
          "    sys.exit(" +
          llvm::Twine(kNoPackage) +
          ")\n"
          "sys.exit(tirc.__main__.main())\n")
      .str();
}

/// Runs the command with the first Python that has the package. Returns its
/// code, or nothing if none has it.
static std::optional<int>
runWithPython(StringRef ownPath, llvm::ArrayRef<const char *> arguments) {
  llvm::SmallVector<std::string> candidates;
  if (std::optional<std::string> given = sys::Process::GetEnv("TIRC_PYTHON")) {
    candidates.push_back(*given);
  } else {
    for (StringRef folder : {StringRef(), sys::path::parent_path(ownPath)}) {
      llvm::SmallVector<StringRef> paths;
      if (!folder.empty())
        paths.push_back(folder);
      if (auto python = sys::findProgramByName("python3", paths))
        candidates.push_back(*python);
    }
  }
  std::string command = getCommand();
  llvm::SmallVector<StringRef> all = {"-c", command};
  all.append(arguments.begin(), arguments.end());
  for (StringRef python : candidates) {
    bool isMissing = false;
    int code = run(python, all, isMissing);
    if (!isMissing && code != kNoPackage)
      return code < 0 ? 1 : code;
  }
  return std::nullopt;
}

std::optional<int>
tir::runPythonFrontEnd(llvm::ArrayRef<const char *> arguments) {
  llvm::BumpPtrAllocator allocator;
  llvm::SmallVector<const char *> expanded(arguments);
  llvm::cl::ExpansionContext responseFiles(allocator,
                                           llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = responseFiles.expandResponseFiles(expanded)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  if (llvm::none_of(findModels(expanded), isForeignFile))
    return std::nullopt;
  static int anchor;
  std::string ownPath = sys::fs::getMainExecutable("tirc", &anchor);
  // The package compiles with its own copy of tirc otherwise.
  ::setenv("TIRC_COMMAND", ownPath.c_str(), /*overwrite=*/1);
  return runWithPython(ownPath, expanded);
}
