//===- Passes.td - Passes that schedule kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SCHEDULES_PASSES_TD
#define TIR_SCHEDULES_PASSES_TD

include "tir/Schedules/ChoicePasses.td"
include "tir/Schedules/KernelPasses.td"

#endif // TIR_SCHEDULES_PASSES_TD
