//===- RowFills.h - Calls that fill rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_ROWFILLS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_ROWFILLS_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Plan/RowPipeline.h"

namespace tir {

/// Creates calls of kernels that fill rows with a value, and the kernels.
class RowFills {
public:
  explicit RowFills(mlir::SymbolTable &symbols) : symbols(symbols) {}

  /// Sets all elements of a buffer to `value`.
  CallTIROp add(mlir::OpBuilder &builder, mlir::Location loc,
                mlir::Value buffer, mlir::TypedAttr value);

  /// Copies a row of an input that the application may also hand over itself:
  /// row y of `numRows` in the iteration that `times` says.
  void feed(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value row,
            mlir::Value place, const RowTimes &times, int64_t numRows);

private:
  PrimFuncOp createKernel(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::StringRef name, mlir::TypeRange types,
                          llvm::ArrayRef<mlir::DictionaryAttr> attributes);

  mlir::SymbolTable &symbols;
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, PrimFuncOp> fills;
  llvm::DenseMap<mlir::Type, PrimFuncOp> feeds;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_ROWFILLS_H
