//===- LinkRegistry.h - One registry for several compiled models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_LINKREGISTRY_H
#define TIR_DRIVER_LINKREGISTRY_H

#include "tir/Driver/Compile.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace tir {

struct LinkRegistryOptions {
  /// C files, objects and Model Library Format archives (`.tar`) that tirc
  /// wrote, in the order in which the registry lists their models.
  std::vector<std::string> models;
  /// The file to write: C if its name ends with `.c`, and an object if it ends
  /// with `.o`.
  std::string output;
  /// Whether to replace a file that tirc did not write.
  bool force = false;
  /// The target of an object.
  TargetOptions target;
};

/// Writes the function registry for a program that links to `models`:
/// `TVMSystemLibEntryPoint`, the metadata of each model, and packed functions
/// that wrap entry points that are not packed. It refers to the models only
/// through extern declarations and does not change them. Writes errors to
/// `errors`; after an error, no file has been written.
Outcome linkRegistry(const LinkRegistryOptions &options,
                     llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_LINKREGISTRY_H
