//===- RowSlicer.h - The kernel for a row of another one
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is a slice along the outermost dimension of the output that is not 1.
// Going back from the output, each operation determines which slice of its
// operands it needs. The kernel for a row then has the same operations on
// tensors of the slices' shapes.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_ROWSLICER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_ROWSLICER_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/MapVector.h"

namespace tir {

/// What row y of the output needs of a tensor: `rows` rows from row y *
/// `stride` + `first` on. A row is `unit` elements along the dimension `dim`.
struct RowSlice {
  unsigned dim = 0;
  int64_t unit = 1, stride = 1, first = 0, rows = 1;
  /// The value of rows outside of the tensor; null if there are none.
  mlir::TypedAttr padding = nullptr;

  bool operator==(const RowSlice &other) const {
    return dim == other.dim && unit == other.unit && stride == other.stride &&
           first == other.first && rows == other.rows &&
           padding == other.padding;
  }

  mlir::Type getType(mlir::ShapedType whole) const {
    llvm::SmallVector<int64_t> shape(whole.getShape());
    shape[dim] = rows * unit;
    return whole.clone(shape);
  }
};

/// Gives an argument of a kernel the rows of a slice of its tensor.
void setWindow(PrimFuncOp row, unsigned index, const RowSlice &slice,
               mlir::Type whole);

/// Builds the kernel for a row of another one.
class RowSlicer {
public:
  explicit RowSlicer(PrimFuncOp kernel) : kernel(kernel) {}
  virtual ~RowSlicer() = default;

  /// Returns the new kernel, which is not in the module yet, or null if the
  /// kernel cannot run by rows.
  PrimFuncOp run();

  /// Returns why there is none, as the end of a sentence about the kernel.
  llvm::StringRef getReason() const { return reason; }

protected:
  bool refuse(llvm::StringRef why) {
    if (reason.empty())
      reason = why;
    return false;
  }
  bool findStore();
  bool need(mlir::OpOperand &operand, const RowSlice &slice);
  /// Goes back from the result, and finds the slices of all that it needs.
  bool visitAll();
  PrimFuncOp build();
  /// Returns the constant padding of a dimension, and its value, or
  /// std::nullopt if it is not constant.
  static std::optional<std::pair<int64_t, int64_t>>
  getConstantPadding(mlir::tensor::PadOp op, unsigned dim,
                     mlir::TypedAttr &value);

  /// Goes through padding.
  virtual bool visitPad(mlir::tensor::PadOp op, const RowSlice &result);
  /// Returns the padding that is left in the new kernel.
  virtual std::pair<int64_t, int64_t> getPadding(mlir::tensor::PadOp op) const {
    return {0, 0};
  }
  virtual bool verifyLoads();
  virtual void setArgument(PrimFuncOp made, unsigned index,
                           const RowSlice &slice, mlir::Type whole) const {
    setWindow(made, index, slice, whole);
  }

  PrimFuncOp kernel;
  mlir::bufferization::MaterializeInDestinationOp store;
  std::string reason;
  /// The slices of tensors that depend on the row.
  llvm::MapVector<mlir::Value, RowSlice> slices;
  /// The uses of tensors that need these slices.
  llvm::SmallPtrSet<mlir::OpOperand *, 16> needed;

private:
  bool findRows();
  bool findSum();
  bool verifyUses();
  bool visit(mlir::Operation *op);
  bool visitOperand(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
                    unsigned loop, const RowSlice &result);
  bool visitLinalg(mlir::linalg::LinalgOp op, const RowSlice &result);
  bool visitSlice(mlir::tensor::ExtractSliceOp op, const RowSlice &result);
  bool visitReshape(mlir::Operation *op, const RowSlice &result);
  PrimFuncOp buildPlanes();
  PrimFuncOp buildRowOfPlanes(mlir::linalg::TransposeOp made,
                              mlir::tensor::CollapseShapeOp joined,
                              const RowSlice &row, const RowSlice &slice);
  void addToOutput(PrimFuncOp row, mlir::IRMapping &mapping);
  void buildOp(mlir::OpBuilder &builder, mlir::Operation *op,
               mlir::IRMapping &mapping);

  /// The operation that adds a row to the kernel's output, or null.
  mlir::linalg::GenericOp sum;
  /// How many rows it adds.
  int64_t sumRows = 0;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_ROWSLICER_H
