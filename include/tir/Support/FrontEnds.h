//===- FrontEnds.h - How other programs' models become ours
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_FRONTENDS_H
#define TIR_SUPPORT_FRONTENDS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tir {

/// What to run on a module of that dialect so that tirc takes it; empty for a
/// dialect that we know no way from.
llvm::StringRef remedyForDialect(llvm::StringRef dialect);

/// The commands that turn the file at `path` into one that tirc reads and
/// compile it, each on a line of its own, ready to be copied.
std::string tfliteCommands(llvm::StringRef path);
std::string onnxCommands(llvm::StringRef path);

} // namespace tir

#endif // TIR_SUPPORT_FRONTENDS_H
