//===- KernelBuilder.h - A function for each kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_KERNELBUILDER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_KERNELBUILDER_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "tir/Dialect/TIR/Transforms/Kernels/KernelFusion.h"
#include "tir/Support/UniqueNames.h"

namespace tir {

/// The buffer in which a static tensor of `type` lies.
mlir::MemRefType getBufferType(mlir::Type tensor);

/// Makes the functions and the constants that the kernels of one module are
/// made of, and finds names for them.
class KernelBuilder {
public:
  explicit KernelBuilder(mlir::Block &module);

  /// What `kernel` reads from memory: activations first, then constants, each
  /// in the order of first use.
  static llvm::SmallVector<mlir::Value> collectInputs(const Kernel &kernel);

  /// The function of `kernel`, which reads `inputs` and writes `outputs`, in
  /// front of `next`.
  PrimFuncOp createFunction(const Kernel &kernel,
                            llvm::ArrayRef<mlir::Value> inputs,
                            llvm::ArrayRef<mlir::Value> outputs,
                            mlir::Operation *next);

  /// A `memref.global` for `constant` in front of `next`, each distinct one
  /// once, named after the first kernel that reads it.
  mlir::memref::GlobalOp getGlobal(mlir::Value constant, mlir::Operation *next);

private:
  llvm::ArrayRef<mlir::Operation *> getUsersOfSamePlace(mlir::Operation *op);
  llvm::SmallVector<std::string> collectPlaces(const Kernel &kernel,
                                               mlir::Operation *mainOp);

  /// Found once for each operation: all kernels may use the same one.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *>>
      usersOfSamePlace;
  llvm::DenseMap<mlir::Value, std::string> constantNames;
  llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>, mlir::memref::GlobalOp>
      globals;
  UniqueNames places, names;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_KERNELBUILDER_H
