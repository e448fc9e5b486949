//===- FloatVectors.h - Vectors of floats
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGETINFO_FLOATVECTORS_H
#define TIR_TARGETINFO_FLOATVECTORS_H

#include <cstdint>

namespace tir {
struct TargetOptions;

/// The vector registers of a CPU, and the f32 numbers in each.
struct FloatVectors {
  int64_t lanes = 1, registers = 0;
};

/// Returns the vectors in which a 64-bit x86 or Arm computes floats; one lane
/// means no vectors. A machine that no option names has the vectors of SSE2.
FloatVectors getFloatVectors(const TargetOptions &options);

} // namespace tir

#endif // TIR_TARGETINFO_FLOATVECTORS_H
