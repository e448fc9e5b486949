//===- TIRToLLVM.h - The low-level tir operations to LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TIRTOLLVM_TIRTOLLVM_H
#define TIR_CONVERSION_TIRTOLLVM_TIRTOLLVM_H

namespace mlir {
class DialectRegistry;
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace tir {

/// Converts the dialect's types, which are pointers in C, to `!llvm.ptr`.
void populateTIRToLLVMTypeConversion(mlir::LLVMTypeConverter &converter);

/// Converts the low-level operations. An operation that needs stack memory
/// takes it in the function's entry block, so that loops do not grow the stack;
/// constant text and extents become private globals; `tir.check_return` and
/// `tir.assert` branch to an early return. `tir.struct` is dropped. The
/// patterns leave `cf` and `func` operations, which the same conversion must
/// convert, and require that structured control flow is gone
/// (`convert-scf-to-cf`).
void populateTIRToLLVMConversionPatterns(
    const mlir::LLVMTypeConverter &converter,
    mlir::RewritePatternSet &patterns);

/// Lets stock `--convert-to-llvm` convert the dialect. Operations whose calling
/// convention is still open get an error that names the pass to run first.
void registerConvertTIRToLLVMInterface(mlir::DialectRegistry &registry);

} // namespace tir

#endif // TIR_CONVERSION_TIRTOLLVM_TIRTOLLVM_H
