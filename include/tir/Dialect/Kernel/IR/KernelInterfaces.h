//===- KernelInterfaces.h - Interfaces of what kernels are made of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELINTERFACES_H
#define TIR_DIALECT_KERNEL_IR_KERNELINTERFACES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tir {
class ElementEmitter;
} // namespace tir

namespace tir::kernel {

/// Where an operation belongs when a function is divided into kernels.
enum class KernelRole {
  /// In the kernel of its users, or in a kernel of its own.
  Computed,
  /// In each kernel, and next to each call, that uses it: an empty tensor, a
  /// device context.
  Leaf,
  /// In the function that calls the kernels: control flow, and scalars that are
  /// stored in memory.
  BetweenKernels,
};

/// A part of a tensor: element i of `source` becomes element
/// offset + i * stride of the whole.
struct TensorPiece {
  /// Makes a piece at the beginning of a whole of that rank.
  TensorPiece(mlir::Value source, unsigned rank)
      : source(source), offsets(rank, 0), strides(rank, 1), dropped(rank) {}

  mlir::Value source;
  /// One for each dimension of the whole.
  llvm::SmallVector<int64_t> offsets, strides;
  /// The dimensions of the whole that `source` lacks.
  llvm::SmallBitVector dropped;
};

namespace detail {
// What the access map of an operation implies.
bool readsElementsOnce(mlir::Operation *op, mlir::OpOperand &operand);
bool readsSamePosition(mlir::Operation *op, mlir::OpOperand &operand,
                       unsigned result);
llvm::LogicalResult verifyKernelOp(mlir::Operation *op);
} // namespace detail

} // namespace tir::kernel

#include "tir/Dialect/Kernel/IR/KernelInterfaces.h.inc"

#endif // TIR_DIALECT_KERNEL_IR_KERNELINTERFACES_H
