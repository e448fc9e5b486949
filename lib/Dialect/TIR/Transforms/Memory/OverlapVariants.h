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

/// Two arguments of a call, by their places in it, that share memory.
struct Overlap {
  BufferCallOpInterface call;
  unsigned output, input;
};

/// Makes each callee fit the calls whose arguments overlap: both arguments say
/// `tir.noalias = false`. A callee that other calls use otherwise gets a
/// variant for these, so that the others keep their promise. Of the distances
/// of functions with bodies, those that no call uses are removed.
void makeOverlapVariants(mlir::ModuleOp module, mlir::SymbolTable &symbols,
                         llvm::ArrayRef<Overlap> overlaps);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_OVERLAPVARIANTS_H
