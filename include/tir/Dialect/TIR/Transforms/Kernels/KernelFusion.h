//===- KernelFusion.h - Which operations make one kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_KERNELFUSION_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_KERNELFUSION_H

#include "mlir/IR/Block.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/SetVector.h"

namespace tir {

/// One kernel: the operation whose results go to memory, and with it all those
/// whose elements are computed where they are needed.
struct Kernel {
  mlir::Operation *root = nullptr;
  /// In program order, the root last.
  llvm::SetVector<mlir::Operation *> ops;
};

/// How a block on tensors falls into kernels.
struct KernelPartition {
  /// In program order of their roots.
  llvm::SmallVector<Kernel> kernels;
  /// Reshapes between kernels: they cost nothing on buffers.
  llvm::SmallVector<mlir::Operation *> views;
  /// What stays between the kernels as it is, in program order: calls that are
  /// in the block already, control flow (whose blocks are partitioned on their
  /// own), and scalars on their way into memory.
  llvm::SmallVector<mlir::Operation *> kept;
};

/// Partitions `block`, which works on static tensors.
///
/// An operation is computed inside its consumer's kernel where that costs no
/// second computation of an element, or where computing it again is as cheap as
/// reading it (padding, slices, broadcasts, fills, casts). Fails with an error
/// at the operation that no kernel can be made of.
mlir::FailureOr<KernelPartition> partitionIntoKernels(mlir::Block &block);

/// True for a reshape, which costs nothing between kernels.
bool isReshape(mlir::Operation *op);

/// True for a reshape that only adds or drops dimensions of extent 1.
bool isUnitReshape(mlir::Operation *op);

/// True for a value that a kernel computes itself rather than receives: a
/// constant of one repeated element, an empty tensor, a scalar constant.
bool isInlineConstant(mlir::Value value);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_KERNELFUSION_H
