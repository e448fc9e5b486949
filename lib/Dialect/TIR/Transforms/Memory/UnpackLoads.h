//===- UnpackLoads.h - Loads of numbers that share bytes -*- C++ -*-=========//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_UNPACKLOADS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_UNPACKLOADS_H

#include "tir/Dialect/TIR/Analysis/PackedConstants.h"

namespace tir {

/// Unrolls the innermost loops around loads, where each iteration then reads
/// numbers at known places of their bytes.
void unrollByBytes(llvm::ArrayRef<mlir::memref::LoadOp> loads, PackedForm form);

/// Lets a load take its number out of `bytes`, which have the numbers of its
/// buffer in this form.
void unpackLoad(mlir::memref::LoadOp load, mlir::Value bytes, PackedForm form);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_UNPACKLOADS_H
