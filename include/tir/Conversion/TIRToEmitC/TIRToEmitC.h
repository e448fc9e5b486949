//===- TIRToEmitC.h - Functions and low-level tir operations as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TIRTOEMITC_TIRTOEMITC_H
#define TIR_CONVERSION_TIRTOEMITC_TIRTOEMITC_H

#include "mlir/Transforms/DialectConversion.h"

namespace tir {

/// `!tir.handle` is `void *`.
void populateTIRToEmitCTypeConversion(mlir::TypeConverter &converter);

/// Converts `tir.struct_get` and `tir.check_return`; erases `tir.struct`, whose
/// definition stands in the model's header.
void populateTIRToEmitCPatterns(const mlir::TypeConverter &converter,
                                mlir::RewritePatternSet &patterns);

/// Converts `func.func`, `func.call` and `func.return`. Upstream drops the
/// attributes of arguments. Here discardable attributes with builtin values
/// stay, on the function and its arguments; a kernel's buffers (a function with
/// `tir.place`) get `tir.noalias` unless they say `tir.noalias = false`.
void populateFuncToEmitCWithAttributesPatterns(
    const mlir::TypeConverter &converter, mlir::RewritePatternSet &patterns);

/// Gives buffers that are only read (`tir.effect = #tir.effect<read>` on an
/// argument, constant globals, and what is made of them) the const memory
/// space. Fails where such a buffer is written.
mlir::LogicalResult markConstBuffers(mlir::ModuleOp module);

/// Gives a handle argument that `tir.struct` names a struct for the type of a
/// pointer to it.
void typeStructArguments(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_CONVERSION_TIRTOEMITC_TIRTOEMITC_H
