//===- Describe.h - Describing an archive
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

/// Prints the contents of the Model Library Format archive at `path` (`-` for
/// standard input), and checks that they are consistent. Writes errors to
/// `errors`, one on each line. Fails if there is an error.
llvm::LogicalResult describeArchive(llvm::StringRef path,
                                    llvm::raw_ostream &output,
                                    llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_DESCRIBE_H
