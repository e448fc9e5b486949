//===- KernelDialect.h - The dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELDIALECT_H
#define TIR_DIALECT_KERNEL_IR_KERNELDIALECT_H

#include "mlir/IR/Dialect.h"

#include "tir/Dialect/Kernel/IR/KernelDialect.h.inc"

namespace tir::kernel {

/// Adds the interfaces that are implemented outside the dialect's own folder
/// (schedules, what kernels are made of, conversion to EmitC). The dialect
/// calls this itself, so that it is complete however it is loaded.
void attachInterfaces(KernelDialect &dialect);

} // namespace tir::kernel

#endif // TIR_DIALECT_KERNEL_IR_KERNELDIALECT_H
