//===- ColumnSlicer.h - The kernel for some columns of another one
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns are the slices along the dimension after the rows' dimension. Unlike
// rows, they have one place, so padding at the border stays in the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_COLUMNSLICER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_COLUMNSLICER_H

#include "RowSlicer.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Rows/Bands.h"

namespace tir {

/// Builds the kernel for some columns of another one.
class ColumnSlicer : public RowSlicer {
public:
  ColumnSlicer(PrimFuncOp kernel, Columns columns)
      : RowSlicer(kernel), columns(columns) {}

  /// Finds the columns that each argument needs.
  std::optional<ColumnNeeds> analyze();

  /// Returns the new kernel, which is not in the module yet, after `analyze`.
  PrimFuncOp build() { return RowSlicer::build(); }

  /// Returns what tells the new kernel from others for columns of this kernel.
  llvm::SmallVector<int64_t> getShape() const;

protected:
  bool visitPad(mlir::tensor::PadOp op, const RowSlice &result) override;
  std::pair<int64_t, int64_t>
  getPadding(mlir::tensor::PadOp op) const override {
    return paddings.lookup(op);
  }
  bool verifyLoads() override;
  void setArgument(PrimFuncOp made, unsigned index, const RowSlice &slice,
                   mlir::Type whole) const override;

private:
  bool findColumns();

  Columns columns;
  llvm::MapVector<mlir::Operation *, std::pair<int64_t, int64_t>> paddings;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_COLUMNSLICER_H
