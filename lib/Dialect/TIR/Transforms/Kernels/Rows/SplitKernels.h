//===- SplitKernels.h - Parts of kernels that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_SPLITKERNELS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_SPLITKERNELS_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns the only write of a kernel that reads all of its arguments but the
/// last one, which it writes in one go; or null if it is not such a kernel.
mlir::bufferization::MaterializeInDestinationOp findStore(PrimFuncOp kernel);

/// Returns what says which effect an argument has, and its name.
mlir::DictionaryAttr makeArgAttrs(mlir::MLIRContext *context, Effect effect,
                                  llvm::StringRef name);
llvm::SmallVector<mlir::DictionaryAttr> getAllArgAttrs(PrimFuncOp kernel);

/// Creates a private function like `kernel` with arguments of other types.
PrimFuncOp createPart(mlir::OpBuilder &builder, PrimFuncOp kernel,
                      llvm::StringRef suffix, mlir::TypeRange types,
                      llvm::ArrayRef<mlir::DictionaryAttr> attributes);
/// Ends a part, which writes `result` to its last argument.
void endPart(mlir::OpBuilder &builder, mlir::Location loc, PrimFuncOp kernel,
             PrimFuncOp part, mlir::Value result);
/// Lets `rest` compute what `kernel` does from what another part made.
void setSplitFrom(PrimFuncOp rest, PrimFuncOp kernel);
/// Lets a part compute no products, and have a place of its own.
void setPlace(PrimFuncOp part, llvm::StringRef word);

/// Makes a kernel of its own of what makes pixels of planes that the kernel
/// reads. Returns false if there are none.
bool splitPixels(PrimFuncOp kernel, llvm::ArrayRef<mlir::Operation *> calls,
                 mlir::SymbolTable &symbols);
/// Makes a kernel of its own of what makes planes of the kernel's pixels.
/// Returns false if it does not.
bool splitPlanes(PrimFuncOp kernel, llvm::ArrayRef<mlir::Operation *> calls,
                 mlir::SymbolTable &symbols);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_SPLITKERNELS_H
