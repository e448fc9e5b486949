//===- PassedTypes.h - What calls pass for arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_PASSEDTYPES_H
#define TIR_DIALECT_TIR_IR_PASSEDTYPES_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns the type that `call` must pass for argument `index` of its callee
/// when it passes `passed`: the argument's type, or what an attribute of the
/// argument says instead (`PassedTypeAttrInterface`).
mlir::Type getWantedType(mlir::Operation *call, PrimFuncOp callee,
                         unsigned index, mlir::Type passed);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_PASSEDTYPES_H
