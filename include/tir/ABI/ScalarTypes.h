//===- ScalarTypes.h - Numbers in C and in objects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This table states the C type of each number of MLIR: as an argument or a
// result of a function, as a member of a struct, and as an element of a buffer.
// Generated C, its header and objects all follow it, so that a caller can be
// linked to either of them.
//
//  | MLIR                               | C                | contains         |
//  |------------------------------------|------------------|------------------|
//  | i1                                 | bool             | 0 or 1           |
//  | i8, i16, i32, i64, signed or not   | intN_t, uintN_t  | the number       |
//  | other widths up to 64, signless    | the next wider   | the same number, |
//  |                                    | intN_t           | as signed        |
//  | index                              | int32_t          | the same number  |
//  | f16, bf16                          | uint16_t         | the bits         |
//  | f32, f64                           | float, double    | the number       |
//
//===----------------------------------------------------------------------===//

#ifndef TIR_ABI_SCALARTYPES_H
#define TIR_ABI_SCALARTYPES_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tir {

/// Returns whether C99 has the type itself: bool, intN_t, uintN_t, float or
/// double.
bool isCScalar(mlir::Type type);

/// Returns the type of C99 that represents `type`, as in the table above. It is
/// `type` itself if C99 has that type. Returns null if C99 has none.
mlir::Type getCScalar(mlir::Type type);

/// Returns the C spelling of a type that C has, such as `int8_t`.
llvm::StringRef getCScalarName(mlir::Type type);

/// Returns numpy's name for an element type, as TVM's metadata has it; and the
/// type for such a name, or null if it is not one.
std::string getDTypeName(mlir::Type type);
mlir::Type parseDTypeName(mlir::MLIRContext *context, llvm::StringRef name);

} // namespace tir

#endif // TIR_ABI_SCALARTYPES_H
