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

/// The dialect's types are pointers in C: `void *`, `TVMValue *`, `int *`,
/// `DLTensor *`, `const char *`.
void populateTIRToEmitCTypeConversion(mlir::TypeConverter &converter);

/// Converts the low-level operations; erases `tir.struct`, whose definition
/// stands in the model's header. What needs stack memory becomes a variable of
/// the whole function, constant extents become static globals. The C needs
/// `tvm/runtime/c_runtime_api.h` where it has TVM's types.
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

/// Gives an argument that `tir.c_type` names a C type, such as `int`, that
/// type: int32_t is another one for arm-none-eabi-gcc.
void typeCArguments(mlir::ModuleOp module);

/// Lets stock `--convert-to-emitc` convert the dialect. It makes buffers
/// arrays, so that an operation that makes a buffer of a pointer gets an error;
/// so do operations whose calling convention is still open. It adds no
/// includes, as upstream's conversions add none.
void registerConvertTIRToEmitCInterface(mlir::DialectRegistry &registry);

} // namespace tir

#endif // TIR_CONVERSION_TIRTOEMITC_TIRTOEMITC_H
