//===- RunLinker.cpp - Runs the linker of LLVM or of this machine
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunLinker.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tir;
using llvm::StringRef;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

std::string tir::findLLD() {
  static constexpr StringRef kLLVMBin = "/usr/lib/llvm-22/bin";
  auto lld = llvm::sys::findProgramByName("ld.lld-22");
  if (!lld)
    lld = llvm::sys::findProgramByName("ld.lld", {kLLVMBin});
  if (!lld)
    lld = llvm::sys::findProgramByName("ld.lld");
  return lld ? *lld : std::string();
}

static LogicalResult run(ArrayRef<std::string> command, StringRef what,
                         EmitError emitError) {
  llvm::SmallString<128> log;
  if (llvm::sys::fs::createTemporaryFile("tirc-link", "log", log))
    return emitError() << "cannot create a temporary file for the linker";
  llvm::FileRemover removeLog(log);
  SmallVector<StringRef> arguments(command.begin(), command.end());
  std::string problem;
  int code = llvm::sys::ExecuteAndWait(
      command.front(), arguments, std::nullopt,
      {StringRef(), StringRef(log), StringRef(log)}, /*SecondsToWait=*/0,
      /*MemoryLimit=*/0, &problem);
  if (code == 0)
    return success();
  auto text = llvm::MemoryBuffer::getFile(log);
  return emitError() << "linking " << what << " failed: '"
                     << llvm::join(command, " ") << "' printed: "
                     << (text && !(*text)->getBuffer().empty()
                             ? (*text)->getBuffer().trim()
                             : StringRef(problem));
}

FailureOr<std::string> tir::runLinker(std::vector<std::string> command,
                                      StringRef object, StringRef what,
                                      EmitError emitError) {
  llvm::SmallString<128> input, output;
  if (llvm::sys::fs::createTemporaryFile("tirc", "o", input))
    return emitError() << "cannot create a temporary file for the linker";
  llvm::FileRemover removeInput(input);
  if (llvm::sys::fs::createTemporaryFile("tirc", "linked", output))
    return emitError() << "cannot create a temporary file for the linker";
  llvm::FileRemover removeOutput(output);

  std::error_code error;
  llvm::raw_fd_ostream file(input, error);
  file << object;
  file.close();
  if (error || file.has_error()) {
    file.clear_error();
    return emitError() << "cannot write the temporary file " << input.str();
  }
  command.insert(command.begin() + 1,
                 {input.str().str(), "-o", output.str().str()});
  if (failed(run(command, what, emitError)))
    return failure();
  auto linked = llvm::MemoryBuffer::getFile(output);
  if (!linked)
    return emitError() << "the linker wrote nothing for " << what;
  return (*linked)->getBuffer().str();
}
