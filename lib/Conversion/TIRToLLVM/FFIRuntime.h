//===- FFIRuntime.h - Calls through the registry, by tvm-ffi
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOLLVM_FFIRUNTIME_H
#define TIR_LIB_CONVERSION_TIRTOLLVM_FFIRUNTIME_H

#include "mlir/IR/BuiltinOps.h"

namespace tir {

/// Lets calls through the function registry use the runtime that is there when
/// the code runs, tvm-ffi or one with TVM v0.14's functions: redirects them to
/// internal functions, which this inserts. An error that a callee raised in
/// tvm-ffi stays the error; no later one replaces it.
void insertFFIRuntime(mlir::ModuleOp module, unsigned pointerBits);

/// Adds a function that enters the module's functions into the table behind
/// `tvm_ffi.system_lib()`, before main.
void registerInSystemLibrary(mlir::ModuleOp module, unsigned pointerBits);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_FFIRUNTIME_H
