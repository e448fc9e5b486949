//===- RowOps.h - Calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_ROWOPS_H
#define TIR_DIALECT_KERNEL_IR_ROWOPS_H

#include "tir/Dialect/Kernel/IR/KernelDialect.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelRowOps.h.inc"

#endif // TIR_DIALECT_KERNEL_IR_ROWOPS_H
