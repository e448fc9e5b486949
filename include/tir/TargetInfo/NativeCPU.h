//===- NativeCPU.h - The processor that tirc runs on
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGETINFO_NATIVECPU_H
#define TIR_TARGETINFO_NATIVECPU_H

#include "tir/TargetInfo/TargetOptions.h"

namespace tir {

/// The value of `--target-cpu` that stands for the processor of this machine.
inline constexpr llvm::StringLiteral kNativeCPU = "native";

/// If the CPU is `native`, names the processor of this machine instead, with
/// the features that it has more or less here than LLVM expects, such as in a
/// virtual machine. Returns an error if the triple names another architecture.
llvm::Error resolveNativeCPU(TargetOptions &options);

} // namespace tir

#endif // TIR_TARGETINFO_NATIVECPU_H
