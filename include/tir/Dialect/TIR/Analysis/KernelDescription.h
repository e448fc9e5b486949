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

/// What a kernel uses an operand for.
enum class OperandRole {
  /// It computes on the operand.
  Input,
  /// The second factor of a convolution or a matmul.
  Weights,
  /// What sums of products begin with, or what is added to each of them.
  Bias,
  /// Of a rescale.
  Multiplier,
  Shift,
  /// Elements are taken from the places that other elements state.
  Table
};

/// The name of a role, such as `weights`.
llvm::StringRef stringifyOperandRole(OperandRole role);

/// One tensor that a kernel reads.
struct KernelOperand {
  mlir::Value value;
  OperandRole role;
  /// From the loops of the main operation to the element that the kernel reads
  /// for them, which is outside of the tensor where there is padding. Null if
  /// that is not one element with constant coefficients.
  mlir::AffineMap access;
};

/// One dimension of a window.
struct WindowDimension {
  int64_t size, stride, dilation;
  /// How many elements are added in front of the input and behind it.
  int64_t padLow, padHigh;
};

/// One number, or one for each element along some dimensions.
struct RescaleFactor {
  /// The tensor, as the operation around the rescale takes it; null for one
  /// number.
  mlir::OpOperand *operand = nullptr;
  /// The number; nothing where it is computed or a tensor.
  std::optional<int64_t> number;
};

/// One rescale of integers, with what comes directly before and behind it.
struct Rescale {
  mlir::tosa::ApplyScaleOp op;
  RescaleFactor multiplier, shift;
  /// What is subtracted before; nothing if that is unknown.
  std::optional<int64_t> inputZeroPoint;
  /// What is added behind.
  int64_t outputZeroPoint = 0;
  /// The bounds that the result is clamped to; nothing where there is none.
  std::optional<int64_t> min, max;
};

/// What a kernel computes and with what: the one place that the names of
/// constants and loops, the count of multiplications, the report and schedules
/// take it from. It reads linalg's interfaces, access maps and constants, and
/// says that something is unknown rather than to guess it.
///
/// It describes the operations of a kernel before they have a function
/// (tir-outline-kernels) and a kernel function whose body works on tensors.
class KernelDescription {
public:
  /// Of operations in program order, the last of which writes the result.
  explicit KernelDescription(llvm::ArrayRef<mlir::Operation *> ops);

  /// Of a kernel function, such as a `tir.prim_func`.
  explicit KernelDescription(mlir::Operation *function);

  /// The operation that stands for the kernel: the first convolution, matmul or
  /// pooling, else the first reduction, else the one that writes. Null for a
  /// body without operations on tensors.
  mlir::Operation *getMainOp() const { return mainOp; }

  KernelKind getKind() const { return kind; }

  /// The structured main operation; what it says is empty for another one.
  const StructuredOpDescription &getStructure() const { return structure; }

  /// The window of a convolution or a pooling, outermost dimension first.
  llvm::ArrayRef<WindowDimension> getWindow() const { return window; }

  /// What lies around the input; null if nothing does, or if it is computed.
  mlir::Attribute getPaddingValue() const { return paddingValue; }

  /// The type that the main operation accumulates in; null if it does not.
  mlir::Type getAccumulatorType() const;

  /// The tensors that the kernel reads, in the order of first use. Constants of
  /// one repeated element belong to the kernel itself.
  llvm::ArrayRef<KernelOperand> getOperands() const { return operands; }

  /// The role of a tensor that the kernel reads; an input if it has several.
  OperandRole getRole(mlir::Value operand) const;

  /// From the loops of the main operation to the element that is written for
  /// them; null if it is unknown.
  mlir::AffineMap getResultAccess() const { return resultAccess; }

  /// All rescales, in program order.
  llvm::ArrayRef<Rescale> getRescales() const { return rescales; }

  /// How many products one run of the kernel adds up.
  int64_t getMultiplications() const { return multiplications; }

  void print(llvm::raw_ostream &os) const;

private:
  void describe();
  void findMainOp();
  void findWindow();
  void findRescales();
  void findOperands();
  void findAccess();
  void findRoles();

  llvm::SetVector<mlir::Operation *> ops;
  mlir::Operation *mainOp = nullptr;
  KernelKind kind = KernelKind::Unknown;
  StructuredOpDescription structure;
  llvm::DenseMap<mlir::Operation *, StructuredOpDescription> structures;
  llvm::SmallVector<WindowDimension, 2> window;
  mlir::Attribute paddingValue;
  llvm::SmallVector<KernelOperand> operands;
  mlir::AffineMap resultAccess;
  llvm::SmallVector<Rescale> rescales;
  int64_t multiplications = 0;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_KERNELDESCRIPTION_H
