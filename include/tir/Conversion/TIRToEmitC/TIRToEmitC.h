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

/// Converts the dialect's types, which are pointers in C: `void *`, `TVMValue
/// *`, `int *`, `DLTensor *`, `const char *`.
void populateTIRToEmitCTypeConversion(mlir::TypeConverter &converter);

/// Converts the low-level operations. Erases `tir.struct`, whose definition is
/// in the model's header. An operation that needs stack memory becomes a
/// variable of the whole function; constant extents become static globals. C
/// that uses TVM's types needs `tvm/runtime/c_runtime_api.h`.
void populateTIRToEmitCPatterns(const mlir::TypeConverter &converter,
                                mlir::RewritePatternSet &patterns);

/// Converts `func.func`, `func.call` and `func.return`. Unlike upstream's
/// patterns, which drop the attributes of arguments, these keep discardable
/// attributes with builtin values on the function and its arguments. The
/// buffers of a kernel (a function with a place in `#tir.kernel`) get
/// `noalias` of `tir.port` unless they have `noalias = false`.
void populateFuncToEmitCWithAttributesPatterns(
    const mlir::TypeConverter &converter, mlir::RewritePatternSet &patterns);

/// Moves buffers that are only read to the const memory space: arguments with
/// `tir.effect = #tir.effect<read>`, constant globals, and what is derived from
/// these. Fails if such a buffer is written.
mlir::LogicalResult markConstBuffers(mlir::ModuleOp module);

/// Gives each handle argument with `c_struct = "S"` the type of a pointer to
/// the struct `S`.
void typeStructArguments(mlir::ModuleOp module);

/// Gives each argument with `c_type` of `tir.port`, such as `int`, that C type:
/// for arm-none-eabi-gcc, int32_t is a different type from int.
void typeCArguments(mlir::ModuleOp module);

/// Lets stock `--convert-to-emitc` convert the dialect. That pass converts
/// buffers to arrays, so an operation that makes a buffer from a pointer gets
/// an error; so do operations whose calling convention is still open. The
/// interface adds no includes, just as upstream's conversions add none.
void registerConvertTIRToEmitCInterface(mlir::DialectRegistry &registry);

/// Lets stock `--convert-to-emitc` convert the inner steps of kernels.
void registerConvertKernelToEmitCInterface(mlir::DialectRegistry &registry);

} // namespace tir

#endif // TIR_CONVERSION_TIRTOEMITC_TIRTOEMITC_H
