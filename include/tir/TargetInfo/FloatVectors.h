//===- FloatVectors.h - Vectors of floats and of bytes
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

/// The registers in which a CPU computes floats, and the f32 numbers in each.
/// There are none if floats are computed by functions of a library.
struct FloatVectors {
  int64_t lanes = 1, registers = 0;

  /// Whether registers have one number each, as on a Cortex-M4 with floats.
  bool areScalar() const { return lanes == 1 && registers != 0; }
};

/// Returns the registers in which an x86, an Arm or a RISC-V computes floats. A
/// machine that no option names has the vectors of SSE2.
FloatVectors getFloatVectors(const TargetOptions &options);

/// How a 64-bit x86 adds int8 products to the lanes of vectors.
struct ByteVectors {
  /// The 32-bit lanes of a vector; 0 if there is no instruction for it.
  int64_t lanes = 0;
  int64_t registers = 0;
  /// The products that an instruction adds to each lane: 4 where it multiplies
  /// bytes (VPDPBUSD), 2 where it multiplies numbers of 16 bits (VPMADDWD).
  int64_t products = 0;
};

/// Returns the vectors of a target with AVX2 or more.
ByteVectors getByteVectors(const TargetOptions &options);

} // namespace tir

#endif // TIR_TARGETINFO_FLOATVECTORS_H
