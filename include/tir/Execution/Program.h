//===- Program.h - A compiled model that runs in this process
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_EXECUTION_PROGRAM_H
#define TIR_EXECUTION_PROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace tir {

/// An object that LLVM's JIT has linked into this process. It is the same
/// object that `tirc --emit=obj` writes for this machine, not another
/// compilation.
class Program {
public:
  /// A function of this process, and the name by which the object calls it.
  using Function = std::pair<std::string, void *>;

  /// Links all of `object`. Looks for undefined symbols among `functions`, then
  /// in the shared libraries at `paths`, in that order, and then among the
  /// symbols of the process. The error is a sentence that names the missing
  /// symbols. `object` need not outlive the call.
  static llvm::Expected<std::unique_ptr<Program>>
  create(llvm::StringRef object, llvm::ArrayRef<std::string> paths = {},
         llvm::ArrayRef<Function> functions = {});
  ~Program();

  /// Returns the address of a global function or variable of the object, by its
  /// C name, or null if there is none. The address is valid as long as the
  /// program exists.
  void *getAddress(llvm::StringRef symbol) const;

private:
  /// A library that was loaded for this program only.
  struct CloseLibrary {
    void operator()(void *handle) const;
  };
  using Library = std::unique_ptr<void, CloseLibrary>;

  Program(std::vector<Library> libraries, std::unique_ptr<llvm::orc::LLJIT> jit,
          llvm::StringMap<void *> addresses);

  static llvm::Error addLibraries(llvm::orc::LLJIT &jit,
                                  llvm::ArrayRef<std::string> paths,
                                  std::vector<Library> &libraries);

  // Declared before `jit`, since the code that calls the libraries must be
  // destroyed first.
  std::vector<Library> libraries;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::StringMap<void *> addresses;
};

} // namespace tir

#endif // TIR_EXECUTION_PROGRAM_H
