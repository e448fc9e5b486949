//===- DynamicFields.h - Extents and strides that are not constant
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_DYNAMICFIELDS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_DYNAMICFIELDS_H

#include "mlir/IR/BuiltinOps.h"

namespace tir {

/// Turns each buffer argument whose shape or strides are not static, of each
/// function with a body, into a buffer of one element, and addresses the other
/// elements from there by index arithmetic. The extents and strides that the
/// body needs for it become additional arguments (`i64`), which the calls pass.
/// Without `mayPass`, the first operation that needs one is an error.
mlir::LogicalResult lowerDynamicFields(mlir::ModuleOp module, bool mayPass);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_DYNAMICFIELDS_H
