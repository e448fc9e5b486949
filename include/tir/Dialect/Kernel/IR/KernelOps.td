//===- KernelOps.td - Operations of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELOPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELOPS_TD

// One generated file contains these operations.
include "tir/Dialect/Kernel/IR/KernelDotStepOps.td"
include "tir/Dialect/Kernel/IR/KernelLoadStepOps.td"
include "tir/Dialect/Kernel/IR/KernelRequantizeStepOps.td"
include "tir/Dialect/Kernel/IR/KernelRowAttrs.td"
include "tir/Dialect/Kernel/IR/KernelScalarStepOps.td"
include "tir/Dialect/Kernel/IR/KernelScheduleAttrs.td"
include "tir/Dialect/Kernel/IR/KernelTensorOps.td"

#endif // TIR_DIALECT_KERNEL_IR_KERNELOPS_TD
