//===- LaneSteps.h - Sums of floats with channels in lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_LANESTEPS_H
#define TIR_DIALECT_KERNEL_IR_LANESTEPS_H

#include "tir/Dialect/Kernel/IR/Kernel.h"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/Kernel/IR/KernelLaneAttrs.h.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelLaneOps.h.inc"

#endif // TIR_DIALECT_KERNEL_IR_LANESTEPS_H
