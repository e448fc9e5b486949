//===- LinkRegistry.h - One registry over several compiled models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_LINKREGISTRY_H
#define TIR_DRIVER_LINKREGISTRY_H

#include "tir/Driver/Compilation.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace tir {

struct LinkRegistryOptions {
  /// C files, objects and Model Library Format archives (`.tar`) that tirc
  /// wrote, in the order in which the registry is to have their models.
  std::vector<std::string> models;
  /// File to write: C where it ends with `.c`, an object where with `.o`.
  std::string output;
  /// Replace it also where tirc did not write it.
  bool force = false;
  /// Of an object.
  TargetOptions target;
};

/// Writes the function registry of a program that `models` are linked to:
/// `TVMSystemLibEntryPoint`, the metadata of each model, and packed functions
/// around entry points that are not packed. It refers to the models by extern
/// declarations alone; they are not changed. Errors go to `errors`, and then
/// nothing has been written.
Outcome linkRegistry(const LinkRegistryOptions &options,
                     llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_LINKREGISTRY_H
