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
  /// The map from the loops of the main operation to the element that the
  /// kernel reads for them. With padding, the element may be outside of the
  /// tensor. Null if the kernel reads several elements, or if the coefficients
  /// are not constant.
  mlir::AffineMap access;
};

/// One dimension of a window.
struct WindowDimension {
  int64_t size, stride, dilation;
  /// The number of elements that are added before and after the input.
  int64_t padLow, padHigh;
};

/// A factor of a rescale: one number, or one for each element along some
/// dimensions.
struct RescaleFactor {
  /// The operand of the surrounding operation that contains the numbers; null
  /// for a single number.
  mlir::OpOperand *operand = nullptr;
  /// The number, or std::nullopt if it is computed or a tensor.
  std::optional<int64_t> number;
};

/// A rescale of integers, with the zero points and bounds that are applied
/// directly before and after it.
struct Rescale {
  mlir::tosa::ApplyScaleOp op;
  RescaleFactor multiplier, shift;
  /// The number that is subtracted before the rescale, or std::nullopt if it is
  /// not known.
  std::optional<int64_t> inputZeroPoint;
  /// The number that is added after the rescale.
  int64_t outputZeroPoint = 0;
  /// The bounds that the result is clamped to, or std::nullopt for no bound.
  std::optional<int64_t> min, max;
};

/// Returns whether a kernel computes `value` itself rather than receives it: a
/// constant of one repeated element, an empty tensor, a scalar constant.
bool isInlineConstant(mlir::Value value);

/// Returns the tensors that the operations of a kernel read, in the order of
/// first use.
llvm::SetVector<mlir::Value>
collectReadTensors(const llvm::SetVector<mlir::Operation *> &ops);

/// Describes what a kernel computes. Names of constants and loops, the number
/// of multiplications, the report and schedules all come from this description.
/// It is derived from linalg's interfaces, access maps and constants. Where
/// these do not determine something, the description says that it is unknown.
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

  /// Returns the description of the main operation, which is empty if it is not
  /// a structured operation.
  const StructuredOpDescription &getStructure() const { return structure; }

  /// Returns the window of a convolution or a pooling, outermost dimension
  /// first.
  llvm::ArrayRef<WindowDimension> getWindow() const { return window; }

  /// Returns the value of the padding around the input, or null if there is no
  /// padding or its value is computed.
  mlir::Attribute getPaddingValue() const { return paddingValue; }

  /// Returns the type that the main operation accumulates in, or null if it
  /// does not accumulate.
  mlir::Type getAccumulatorType() const;

  /// Returns the tensors that the kernel reads, in the order of first use.
  /// Constants of one repeated element are part of the kernel itself.
  llvm::ArrayRef<KernelOperand> getOperands() const { return operands; }

  /// Returns the role of a tensor that the kernel reads. A tensor with several
  /// roles is an input.
  OperandRole getRole(mlir::Value operand) const;

  /// Returns the map from the loops of the main operation to the element of the
  /// result that is written for them, or null if it is not known.
  mlir::AffineMap getResultAccess() const { return resultAccess; }

  /// Returns all rescales, in program order.
  llvm::ArrayRef<Rescale> getRescales() const { return rescales; }

  /// Returns the number of products that one run of the kernel adds up.
  int64_t getMultiplications() const { return multiplications; }

  void print(llvm::raw_ostream &os) const;

private:
  void describe();
  void findMainOp();
  /// Returns whether the operations are those that `tir-fuse-softmax` joins.
  bool isSoftmax() const;
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
