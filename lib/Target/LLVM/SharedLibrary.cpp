//===- SharedLibrary.cpp - Links an object to a shared library
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace tir;
using llvm::StringRef;

namespace {

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

bool isThisMachine(const llvm::Triple &triple) {
  llvm::Triple host(llvm::sys::getDefaultTargetTriple());
  return triple.getArch() == host.getArch() && triple.getOS() == host.getOS();
}

/// Returns the path of this machine's math library, or "" if it is not found.
/// It provides functions such as `exp`, and a program that loads the shared
/// library may not link to it.
std::string findMathLibrary(const llvm::Triple &triple) {
  if (!isThisMachine(triple) || !triple.isOSLinux())
    return "";
  std::string multiarch =
      (triple.getArchName() + "-linux-" + triple.getEnvironmentName()).str();
  for (const std::string &directory :
       {"/lib/" + multiarch, "/usr/lib/" + multiarch, std::string("/lib64"),
        std::string("/usr/lib64"), std::string("/usr/lib")}) {
    std::string path = directory + "/libm.so.6";
    if (llvm::sys::fs::exists(path))
      return path;
  }
  return "";
}

/// Returns the command without input and output. It is empty if no linker is
/// found.
std::vector<std::string> findLinker(const llvm::Triple &triple) {
  static constexpr StringRef kLLVMBin = "/usr/lib/llvm-22/bin";
  auto lld = llvm::sys::findProgramByName("ld.lld-22");
  if (!lld)
    lld = llvm::sys::findProgramByName("ld.lld", {kLLVMBin});
  if (!lld)
    lld = llvm::sys::findProgramByName("ld.lld");
  if (lld) {
    std::vector<std::string> command = {*lld, "-shared", "-z", "noexecstack",
                                        "--build-id=none"};
    std::string math = findMathLibrary(triple);
    if (!math.empty()) {
      command.push_back("--as-needed");
      command.push_back(math);
    }
    return command;
  }
  auto compiler = llvm::sys::findProgramByName("cc");
  if (compiler && isThisMachine(triple))
    return {*compiler, "-shared", "-Wl,--build-id=none", "-Wl,--as-needed",
            "-lm"};
  return {};
}

LogicalResult run(std::vector<std::string> command, EmitError emitError) {
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
  return emitError() << "linking the shared library failed: '"
                     << llvm::join(command, " ") << "' printed: "
                     << (text && !(*text)->getBuffer().empty()
                             ? (*text)->getBuffer().trim()
                             : StringRef(problem));
}

} // namespace

LogicalResult tir::linkSharedLibrary(StringRef object,
                                     const llvm::Triple &triple,
                                     EmitError emitError,
                                     llvm::raw_ostream &os) {
  if (!triple.isOSBinFormatELF())
    return emitError() << "shared libraries are for ELF systems, not for "
                       << triple.str() << "; link the object (--emit=obj) "
                       << "with that system's linker";
  if (triple.getOS() == llvm::Triple::UnknownOS)
    return emitError() << "--emit=shared: " << triple.str()
                       << " is bare metal, which cannot load shared libraries; "
                          "use --emit=obj";
  std::vector<std::string> command = findLinker(triple);
  if (command.empty())
    return emitError() << "--emit=shared needs a linker for " << triple.str()
                       << ", and neither ld.lld-22, ld.lld nor cc is in PATH; "
                          "install one: apt-get install lld-22";
  llvm::SmallString<128> input, output;
  if (llvm::sys::fs::createTemporaryFile("tirc", "o", input))
    return emitError() << "cannot create a temporary file for the linker";
  llvm::FileRemover removeInput(input);
  if (llvm::sys::fs::createTemporaryFile("tirc", "so", output))
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
  if (failed(run(command, emitError)))
    return failure();
  auto library = llvm::MemoryBuffer::getFile(output);
  if (!library)
    return emitError() << "the linker wrote no library";
  os << (*library)->getBuffer();
  return success();
}
