//===- HostProgram.h - The program that loads the plugin
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_PLUGIN_HOSTPROGRAM_H
#define TIR_LIB_PLUGIN_HOSTPROGRAM_H

namespace tir {

/// Returns whether the program that `caller` (a return address) belongs to runs
/// the MLIR that this library is linked to. If not, prints an error to stderr,
/// once in each process.
///
/// In a program with another MLIR, every call into LLVM or MLIR may reach
/// either of the two. So this uses only the C library.
bool checkHostProgram(const void *caller);

} // namespace tir

#endif // TIR_LIB_PLUGIN_HOSTPROGRAM_H
