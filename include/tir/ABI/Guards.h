//===- Guards.h - What lies around inputs and outputs with guards
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_ABI_GUARDS_H
#define TIR_ABI_GUARDS_H

#include <cstdint>

namespace tir {

/// The bytes of the guard before an input or an output, and of the one behind
/// it.
inline constexpr int64_t kGuardBytes = 16;

/// The first byte of a guard, and by how much each following one is larger,
/// modulo 256.
inline constexpr int64_t kGuardFirst = 90;
inline constexpr int64_t kGuardStep = 29;

} // namespace tir

#endif // TIR_ABI_GUARDS_H
