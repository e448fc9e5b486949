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

/// Makes `!tir.handle` an `!llvm.ptr`.
void populateTIRToLLVMTypeConversion(mlir::LLVMTypeConverter &converter);

/// Converts `tir.struct_get` (to the load of a field), `tir.check_return` (to
/// a branch to an early return) and drops `tir.struct`. The patterns leave
/// `cf` and `func` operations, which the same conversion must convert on, and
/// want structured control flow gone (`convert-scf-to-cf`).
void populateTIRToLLVMConversionPatterns(
    const mlir::LLVMTypeConverter &converter, mlir::RewritePatternSet &patterns);

/// Lets stock `--convert-to-llvm` convert the dialect.
void registerConvertTIRToLLVMInterface(mlir::DialectRegistry &registry);

} // namespace tir

#endif // TIR_CONVERSION_TIRTOLLVM_TIRTOLLVM_H
