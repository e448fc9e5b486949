//===- Certify.h - The stack of a model's C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_CERTIFY_H
#define TIR_DRIVER_CERTIFY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace tir {

/// Files that are given beside the folder.
struct CertifyOptions {
  std::string folder;
  /// The map file of the program; empty for those in the folder.
  std::string map;
  /// Files about the stack, or folders with some; none for those in the folder.
  std::vector<std::string> stack;
  /// What programs measured.
  std::vector<std::string> traces;

  bool compares() const {
    return !map.empty() || !stack.empty() || !traces.empty();
  }
};

/// Computes the most stack of each entry of the models whose reports are in
/// the folder, from the files of a C compiler that are in it or in a folder
/// below. Prints the bounds, and writes them into the reports and their pages.
/// With files beside the folder, also what was estimated beside what was
/// measured. After an error, no file has been changed.
llvm::LogicalResult certifyFolder(const CertifyOptions &options,
                                  llvm::raw_ostream &output,
                                  llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_CERTIFY_H
