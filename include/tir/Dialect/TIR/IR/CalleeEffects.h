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

/// Whether running `function` can be seen elsewhere than in the buffers that it
/// is given: it calls something from outside the module, or works on a global
/// that is not constant or on memory behind a pointer. Calls of it must then
/// neither vanish nor change places with each other. Holds also where that is
/// not known.
bool hasEffectsBeyondArguments(PrimFuncOp function);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_CALLEEEFFECTS_H
