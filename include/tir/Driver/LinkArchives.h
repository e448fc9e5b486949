//===- LinkArchives.h - Making one archive of several
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_LINKARCHIVES_H
#define TIR_DRIVER_LINKARCHIVES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tir {

/// Writes one Model Library Format archive to the file `output`, with all
/// models of `archives`. `force` replaces a file that tirc did not write.
/// Writes errors to `errors`; after an error, no file has been written.
llvm::LogicalResult linkArchives(llvm::ArrayRef<std::string> archives,
                                 llvm::StringRef output, bool force,
                                 llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_LINKARCHIVES_H
