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

namespace tir {

/// Creates calls of kernels that fill rows with a value, and the kernels.
class RowFills {
public:
  explicit RowFills(mlir::SymbolTable &symbols) : symbols(symbols) {}

  /// Sets all elements of a buffer to `value`.
  void add(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer,
           mlir::TypedAttr value);

private:
  PrimFuncOp createKernel(mlir::OpBuilder builder, mlir::Location loc,
                          mlir::MemRefType type, mlir::TypedAttr value);

  mlir::SymbolTable &symbols;
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, PrimFuncOp> kernels;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_ROWFILLS_H
