//===- OverlapVariants.h - Kernels whose arguments share memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_OVERLAPVARIANTS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_OVERLAPVARIANTS_H

#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Two arguments of a call that share memory, by their indices in it.
struct Overlap {
  BufferCallOpInterface call;
  unsigned output, input;
};

/// Adapts each callee to the calls whose arguments overlap: both arguments get
/// `noalias = false` of `tir.port`. A callee that other calls use differently
/// gets a variant for the overlapping calls, so that its promise to the others
/// still holds.
void makeOverlapVariants(mlir::ModuleOp module, mlir::SymbolTable &symbols,
                         llvm::ArrayRef<Overlap> overlaps);

/// Removes the distances of functions with bodies between arguments that may
/// not overlap.
void dropUnusedDistances(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_OVERLAPVARIANTS_H
