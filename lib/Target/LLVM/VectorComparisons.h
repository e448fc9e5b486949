//===- VectorComparisons.h - Comparisons with zero on MVE
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_VECTORCOMPARISONS_H
#define TIR_LIB_TARGET_LLVM_VECTORCOMPARISONS_H

namespace llvm {
class Module;
}

namespace tir {

/// Hides the zeros that an optimised module for a processor with MVE compares
/// with vectors of floats. LLVM 22 turns `0 >= x` into `x <= 0` there, as MVE
/// compares with zero without a register, but MVE's "less or equal" is also
/// true for a NaN, which a ReLU would replace by 0.
void hideComparedZeros(llvm::Module &module);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_VECTORCOMPARISONS_H
