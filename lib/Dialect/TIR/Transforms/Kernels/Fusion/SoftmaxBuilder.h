//===- SoftmaxBuilder.h - One kernel for the kernels of a softmax
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_SOFTMAXBUILDER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_SOFTMAXBUILDER_H

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "llvm/ADT/SetVector.h"

namespace tir {

/// The calls of a softmax in program order, and the reshapes between them.
struct Softmax {
  llvm::SetVector<mlir::Operation *> ops;
  CallTIROp first, last;
};

class SoftmaxBuilder {
public:
  explicit SoftmaxBuilder(mlir::ModuleOp module)
      : module(module), symbols(module), builder(module.getContext()) {}

  /// Makes one kernel of the kernels of a softmax, and one call of their calls.
  void build(const Softmax &softmax);

  /// Erases the kernels that are not called any longer, and gives their
  /// constants the names of the new kernels.
  void finish();

private:
  struct Created {
    PrimFuncOp function;
    CallTIROp call;
    /// The name that the function gets when the other kernels are gone.
    std::string name;
  };

  PrimFuncOp createFunction(const Softmax &softmax,
                            llvm::ArrayRef<mlir::OpOperand *> inputs);
  KernelAttr describe(const Softmax &softmax, llvm::StringRef place);
  void cloneKernel(CallTIROp call, PrimFuncOp kernel, mlir::IRMapping &values);

  void collectConstants(llvm::ArrayRef<mlir::OpOperand *> inputs);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  mlir::OpBuilder builder;
  llvm::SetVector<PrimFuncOp> joined;
  llvm::SmallVector<Created> created;
  /// The number of the softmax and of its argument for each constant.
  llvm::DenseMap<mlir::StringAttr, std::pair<unsigned, unsigned>> constants;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_SOFTMAXBUILDER_H
