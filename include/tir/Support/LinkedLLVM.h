//===- LinkedLLVM.h - How this build links LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_LINKEDLLVM_H
#define TIR_SUPPORT_LINKEDLLVM_H

#include "llvm/ADT/StringRef.h"

namespace tir {

/// Returns why this build cannot load plugins of MLIR and what to use instead,
/// or an empty text if it can. A plugin brings the shared libraries of MLIR and
/// LLVM with it; in a process that contains these already, its types and passes
/// would belong to another MLIR.
llvm::StringRef whyNoPlugins();

} // namespace tir

#endif // TIR_SUPPORT_LINKEDLLVM_H
