//===- Describe.h - What is in an archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_DESCRIBE_H
#define TIR_DRIVER_DESCRIBE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/raw_ostream.h"

namespace tir {

/// Prints what the Model Library Format archive at `path` (`-` for standard
/// input) holds, and checks it against itself. Errors go to `errors`, one a
/// line; each is a failure.
llvm::LogicalResult describeArchive(llvm::StringRef path,
                                    llvm::raw_ostream &output,
                                    llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_DESCRIBE_H
