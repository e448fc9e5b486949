//===- KernelBuilder.h - A function for each kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLINING_KERNELBUILDER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLINING_KERNELBUILDER_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Fusion/KernelFusion.h"
#include "tir/Support/UniqueNames.h"

namespace tir {

/// Returns the type of the buffer for a static tensor of `type`.
mlir::MemRefType getBufferType(mlir::Type tensor);

/// Creates the functions and the constants of the kernels of one module, and
/// names them.
class KernelBuilder {
public:
  explicit KernelBuilder(mlir::Block &module);

  /// Returns the tensors that `kernel` reads from memory: first activations,
  /// then constants, each in the order of first use.
  static llvm::SmallVector<mlir::Value> collectInputs(const Kernel &kernel);

  /// Creates the function of `kernel` before `next`. It reads `inputs` and
  /// writes `outputs`.
  PrimFuncOp createFunction(const Kernel &kernel,
                            llvm::ArrayRef<mlir::Value> inputs,
                            llvm::ArrayRef<mlir::Value> outputs,
                            mlir::Operation *next);

  /// Returns a `memref.global` for `constant`. Creates it before `next` if the
  /// module has no equal one; the first kernel that reads it gives it its
  /// name.
  mlir::memref::GlobalOp getGlobal(mlir::Value constant, mlir::Operation *next);

private:
  llvm::ArrayRef<mlir::Operation *> getUsersOfSamePlace(mlir::Operation *op);
  llvm::SmallVector<std::string> collectPlaces(const Kernel &kernel,
                                               mlir::Operation *mainOp);

  /// Computed once for each operation, since all kernels may use the same one.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *>>
      usersOfSamePlace;
  llvm::DenseMap<mlir::Value, std::string> constantNames;
  llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>, mlir::memref::GlobalOp>
      globals;
  UniqueNames places, names;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLINING_KERNELBUILDER_H
