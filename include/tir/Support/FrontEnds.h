//===- FrontEnds.h - Converting models of other programs
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

/// Returns what the user should run on a module of this dialect so that tirc
/// accepts it, or "" for a dialect without a known conversion.
llvm::StringRef remedyForDialect(llvm::StringRef dialect);

/// Returns the commands that convert the file at `path` to one that tirc reads,
/// and compile it. Each is on a line of its own, ready to be copied.
std::string tfliteCommands(llvm::StringRef path);
std::string onnxCommands(llvm::StringRef path);

} // namespace tir

#endif // TIR_SUPPORT_FRONTENDS_H
