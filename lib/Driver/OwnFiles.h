//===- OwnFiles.h - Which files tirc may replace
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_OWNFILES_H
#define TIR_LIB_DRIVER_OWNFILES_H

#include "llvm/ADT/StringRef.h"

namespace tir {

/// Whether a file of that name and contents is one that tirc wrote, of any
/// model, and nobody's work is lost with it. An example is somebody's work once
/// it was changed. `name` tells only which kind of file it is.
bool isOwnFile(llvm::StringRef name, llvm::StringRef contents);

} // namespace tir

#endif // TIR_LIB_DRIVER_OWNFILES_H
