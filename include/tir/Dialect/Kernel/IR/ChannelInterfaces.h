//===- ChannelInterfaces.h - What operations do with channels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_CHANNELINTERFACES_H
#define TIR_DIALECT_KERNEL_IR_CHANNELINTERFACES_H

#include "mlir/IR/OpDefinition.h"

namespace tir {
class ChannelFlow;
} // namespace tir

#include "tir/Dialect/Kernel/IR/KernelChannelInterfaces.h.inc"

#endif // TIR_DIALECT_KERNEL_IR_CHANNELINTERFACES_H
