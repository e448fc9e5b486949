//===- StackFrames.h - The stack of each function of an object
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_STACKFRAMES_H
#define TIR_LIB_TARGET_LLVM_STACKFRAMES_H

#include "tir/Target/Stack/StackGraph.h"
#include "llvm/CodeGen/MachineFunctionPass.h"

namespace tir {

/// Returns a pass that adds each function to `graph`, after the last pass that
/// changes machine code.
llvm::MachineFunctionPass *createStackFramesPass(StackGraph &graph);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_STACKFRAMES_H
