//===- WholeShift.h - Rescales that only shift
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_WHOLESHIFT_H
#define TIR_DIALECT_KERNEL_IR_WHOLESHIFT_H

#include "tir/Dialect/Kernel/IR/Kernel.h"

namespace tir::kernel {

/// Returns by how many bits the accumulator is shifted, if it is only shifted
/// and saturated, and 31 bits are enough: the multiplier is a constant power of
/// two, and there is no offset.
std::optional<int64_t> getWholeShift(RequantizeOp op);

} // namespace tir::kernel

#endif // TIR_DIALECT_KERNEL_IR_WHOLESHIFT_H
