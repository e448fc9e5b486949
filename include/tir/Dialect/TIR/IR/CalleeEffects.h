//===- CalleeEffects.h - What a function does beyond its arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_CALLEEEFFECTS_H
#define TIR_DIALECT_TIR_IR_CALLEEEFFECTS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns true if running `function` may have effects outside the buffers that
/// are passed to it: it calls an external function, or accesses a global that
/// is not constant or memory behind a pointer. Calls of it must then neither be
/// removed nor be reordered. Also returns true if the effects are not known.
bool hasEffectsBeyondArguments(PrimFuncOp function);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_CALLEEEFFECTS_H
