//===- FFIFunctions.h - Functions that call tvm-ffi, as text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOLLVM_FFIFUNCTIONS_H
#define TIR_LIB_CONVERSION_TIRTOLLVM_FFIFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace tir {

// The texts are modules of the dialect of LLVM. `SIZE` stands for the type of
// a size, `ROOM` for the most arguments of a call, and `TENSOR` for a DLTensor.

/// The functions that find and call a function. Which runtime they use is
/// settled by the first function that is found, since a handle of one runtime
/// means nothing to the other: tvm-ffi if it loaded this library, or if there
/// is not another. A function that tvm-ffi finds is kept for later calls, so it
/// gets a reference of its own: what owns it may be unloaded first.
///
/// Buffers are passed as tensors of tvm-ffi. It would also take descriptors,
/// but functions in Python crash when they read these. The memory is the
/// model's, so a callee that keeps a tensor is an error.
extern const llvm::StringLiteral kFFICalls;

/// Compares two texts.
extern const llvm::StringLiteral kFFISame;

/// The functions that take care of the error that tvm-ffi keeps for each
/// thread. A run begins without one, so that one that is there later was raised
/// by a callee of this run, and says more than the code that the callee
/// returned.
extern const llvm::StringLiteral kFFIErrors;

/// Returns text as an object of tvm-ffi.
extern const llvm::StringLiteral kFFIReturnText;

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_FFIFUNCTIONS_H
