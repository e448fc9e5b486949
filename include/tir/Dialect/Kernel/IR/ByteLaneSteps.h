//===- ByteLaneSteps.h - Sums of int8 products with channels in lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_BYTELANESTEPS_H
#define TIR_DIALECT_KERNEL_IR_BYTELANESTEPS_H

#include "tir/Dialect/Kernel/IR/LaneSteps.h"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelByteLaneOps.h.inc"

#endif // TIR_DIALECT_KERNEL_IR_BYTELANESTEPS_H
