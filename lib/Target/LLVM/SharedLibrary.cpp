//===- SharedLibrary.cpp - Links an object to a shared library
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLibrary.h"

#include "RunLinker.h"

#include "llvm/Support/FileSystem.h"
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
  if (std::string lld = findLLD(); !lld.empty()) {
    std::vector<std::string> command = {lld, "-shared", "-z", "noexecstack",
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
  FailureOr<std::string> library =
      runLinker(std::move(command), object, "the shared library", emitError);
  if (failed(library))
    return failure();
  os << *library;
  return success();
}
