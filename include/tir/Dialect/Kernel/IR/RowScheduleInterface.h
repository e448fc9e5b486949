//===- RowScheduleInterface.h - Schedules of rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_ROWSCHEDULEINTERFACE_H
#define TIR_DIALECT_KERNEL_IR_ROWSCHEDULEINTERFACE_H

#include "tir/Dialect/Kernel/IR/Kernel.h"

#include "tir/Dialect/Kernel/IR/KernelRowScheduleInterfaces.h.inc"

#endif // TIR_DIALECT_KERNEL_IR_ROWSCHEDULEINTERFACE_H
