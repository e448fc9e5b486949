//===- KernelFusion.h - Which operations make one kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_KERNELFUSION_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_KERNELFUSION_H

#include "mlir/IR/Block.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/SetVector.h"

namespace tir {

/// One kernel: the operation whose results are stored in memory, and the
/// operations whose elements are computed where they are needed.
struct Kernel {
  mlir::Operation *root = nullptr;
  /// The operations in program order; the root is the last one.
  llvm::SetVector<mlir::Operation *> ops;
  /// Whether one of them adds up products over a window or two matrices.
  bool hasSum = false;
  /// Whether one of them reduces elements in any way.
  bool hasReduction = false;
};

/// The kernels of a block that works on tensors.
struct KernelPartition {
  /// The kernels, in program order of their roots.
  llvm::SmallVector<Kernel> kernels;
  /// Reshapes between kernels: they cost nothing on buffers.
  llvm::SmallVector<mlir::Operation *> views;
  /// The operations that stay between the kernels, in program order: calls that
  /// the model already has, control flow (whose blocks are partitioned
  /// separately), and scalars that are stored in memory.
  llvm::SmallVector<mlir::Operation *> kept;
};

/// Partitions `block`, which works on static tensors.
///
/// An operation becomes part of its consumer's kernel if no element is then
/// computed twice, or if an element is as cheap to compute again as to read
/// (padding, slices, broadcasts, fills, casts). So is a dequantization of a
/// tensor that a reduction reads, if the peak of memory between the kernels
/// depends on its floats, and one of constants in any case. A kernel has at
/// most one sum of products whose result gets narrower elements, such as a
/// convolution with its rescale: another one becomes a kernel of its own. So
/// does an operation that can run while an asynchronous device computes what
/// its consumer needs. If an operation cannot be part of a kernel, the function
/// emits an error at that operation and fails.
mlir::FailureOr<KernelPartition> partitionIntoKernels(mlir::Block &block);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_KERNELFUSION_H
