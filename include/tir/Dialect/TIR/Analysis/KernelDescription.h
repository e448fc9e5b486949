//===- KernelDescription.h - What a kernel computes, and with what
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_KERNELDESCRIPTION_H
#define TIR_DIALECT_TIR_ANALYSIS_KERNELDESCRIPTION_H

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "llvm/ADT/SetVector.h"

namespace tir {

/// The purpose of an operand of a kernel.
enum class OperandRole {
  /// An operand of the computation without any of the roles below.
  Input,
  /// The second factor of a convolution or a matmul.
  Weights,
  /// The initial value of sums of products, or a number that is added to each
  /// of them.
  Bias,
  /// The multiplier and the shift of a rescale.
  Multiplier,
  Shift,
  /// A table whose elements are read at positions that are computed from other
  /// elements.
  Table
};

/// Returns the name of a role, such as `weights`.
llvm::StringRef stringifyOperandRole(OperandRole role);

/// A tensor that a kernel reads.
struct KernelOperand {
  mlir::Value value;
  OperandRole role;
};

/// One dimension of a window.
struct WindowDimension {
  int64_t size, stride, dilation;
  /// The number of elements that are added before and after the input.
  int64_t padLow, padHigh;
};

/// Returns whether a kernel computes `value` itself rather than receives it: a
/// constant of one repeated element, an empty tensor, a scalar constant.
bool isInlineConstant(mlir::Value value);

/// Returns the tensors that the operations of a kernel read, in the order of
/// first use.
llvm::SetVector<mlir::Value>
collectReadTensors(const llvm::SetVector<mlir::Operation *> &ops);

/// Describes what a kernel computes. Its name, the names of its constants, and
/// what the report and the comment in the C say of it come from this
/// description. It is derived from linalg's interfaces, access maps and
/// constants. Where these do not determine something, the description says that
/// it is unknown.
///
/// A description can be made of the operations of a kernel before they have a
/// function (tir-outline-kernels), and of a kernel function whose body works on
/// tensors.
class KernelDescription {
public:
  /// Describes operations in program order. The last one writes the result.
  explicit KernelDescription(llvm::ArrayRef<mlir::Operation *> ops);

  /// Describes a kernel function, such as a `tir.prim_func`.
  explicit KernelDescription(mlir::Operation *function);

  /// Returns the main operation: the first convolution, matmul or pooling, else
  /// the first reduction, else the operation that writes the result. Returns
  /// null for a body without operations on tensors.
  mlir::Operation *getMainOp() const { return mainOp; }

  KernelKind getKind() const { return kind; }

  /// Returns the window of a convolution or a pooling, outermost dimension
  /// first.
  llvm::ArrayRef<WindowDimension> getWindow() const { return window; }

  /// Returns the tensors that the kernel reads, in the order of first use.
  /// Constants of one repeated element are part of the kernel itself.
  llvm::ArrayRef<KernelOperand> getOperands() const { return operands; }

  /// Returns the role of a tensor that the kernel reads. A tensor with several
  /// roles is an input.
  OperandRole getRole(mlir::Value operand) const;

  /// Returns the number of products that one run of the kernel adds up.
  int64_t getMultiplications() const { return multiplications; }

private:
  void describe();
  void findMainOp();
  /// Returns whether the operations are those that `tir-fuse-softmax` joins.
  bool isSoftmax() const;
  void findWindow();
  void findOperands();
  void findRoles();

  llvm::SetVector<mlir::Operation *> ops;
  mlir::Operation *mainOp = nullptr;
  KernelKind kind = KernelKind::Unknown;
  StructuredOpDescription structure;
  llvm::DenseMap<mlir::Operation *, StructuredOpDescription> structures;
  llvm::SmallVector<WindowDimension, 2> window;
  llvm::SmallVector<KernelOperand> operands;
  int64_t multiplications = 0;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_KERNELDESCRIPTION_H
