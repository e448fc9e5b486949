//===- Saturate.h - Shifts and clamps as one instruction
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_SATURATE_H
#define TIR_LIB_SCHEDULES_SATURATE_H

#include "mlir/IR/Operation.h"

namespace tir {

/// Replaces shifts of 32-bit numbers that are clamped to signed numbers of 8 or
/// 16 bits by `kernel.requantize`, which is SSAT on Arm: gcc compares and moves
/// otherwise. What is saturated needs no extension of its low bits.
void saturateShifts(mlir::Operation *function);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_SATURATE_H
