//===- LaunchOps.h - Kernels that run while others do -----------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_LAUNCHOPS_H
#define TIR_DIALECT_TIR_IR_LAUNCHOPS_H

#include "tir/Dialect/TIR/IR/TIR.h"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIRLaunchOps.h.inc"

namespace tir {

/// Returns whether the driver of the device has the hook. One with the hook
/// `sync` is asynchronous.
bool listsHook(DeviceOp device, Hook hook);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_LAUNCHOPS_H
