//===- Kernel.h - The dialect, its attributes and most of its operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNEL_H
#define TIR_DIALECT_KERNEL_IR_KERNEL_H

#include "tir/Dialect/Kernel/IR/KernelDialect.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/Kernel/IR/KernelAttrs.h.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelOps.h.inc"

#endif // TIR_DIALECT_KERNEL_IR_KERNEL_H
