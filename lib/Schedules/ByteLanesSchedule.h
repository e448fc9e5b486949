//===- ByteLanesSchedule.h - Channels of int8 in the lanes of vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_BYTELANESSCHEDULE_H
#define TIR_LIB_SCHEDULES_BYTELANESSCHEDULE_H

namespace tir {
namespace kernel {
class KernelDialect;
} // namespace kernel

/// Adds the implementation of `#kernel.byte_lanes` and what proposes it.
void registerByteLanesSchedule(kernel::KernelDialect &dialect);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_BYTELANESSCHEDULE_H
