//===- Help.h - The help of the command
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_HELP_H
#define TIR_LIB_DRIVER_HELP_H

#include "llvm/Support/raw_ostream.h"

namespace tir {

/// Prints the most common options, or all of them, in sections.
void printHelp(llvm::raw_ostream &os, bool showAll);

} // namespace tir

#endif // TIR_LIB_DRIVER_HELP_H
