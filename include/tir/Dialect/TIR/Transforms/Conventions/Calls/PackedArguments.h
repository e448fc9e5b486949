//===- PackedArguments.h - Values to packed arguments and back
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_PACKEDARGUMENTS_H
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_PACKEDARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// The arguments of a function with the packed signature.
enum PackedParameter {
  Args,
  TypeCodes,
  NumArgs,
  OutRetValue,
  OutRetTypeCode,
  ResourceHandle
};

/// Returns why a value of that type cannot be a packed argument, and what to
/// do, as the end of a sentence ("whose shape …"). Returns an empty string if
/// it can.
llvm::StringRef findPackingObstacle(mlir::Type type);

/// Creates a function with the packed signature at the builder's insertion
/// point; its arguments have their names.
mlir::func::FuncOp createPackedFunction(mlir::OpBuilder &builder,
                                        mlir::Location loc,
                                        llvm::StringRef name, bool isPrivate);

/// Returns the memory that a descriptor of a buffer of that type describes.
mlir::Value createTensorData(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value tensor, mlir::MemRefType type);

/// Reads slot `index` of `values` as a value of that type.
mlir::Value createPackedGet(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value values, unsigned index,
                            mlir::Type type);

/// Creates `count` slots, but at least one: C has no empty arrays.
PackedStackOp createStack(mlir::OpBuilder &builder, mlir::Location loc,
                          uint32_t count);

/// Creates slots with `arguments`, a `tir.packed_stack`; buffers are passed as
/// descriptors.
PackedStackOp createPackedStack(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::ValueRange arguments);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_PACKEDARGUMENTS_H
