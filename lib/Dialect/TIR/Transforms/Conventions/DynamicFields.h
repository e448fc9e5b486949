//===- DynamicFields.h - Extents and strides that are no constants
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DYNAMICFIELDS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DYNAMICFIELDS_H

#include "mlir/IR/BuiltinOps.h"

namespace tir {

/// Makes each buffer argument of a function with a body whose shape or strides
/// are not static one of a single element, and addresses the others from there
/// by index arithmetic. The extents and strides that the body needs for it
/// become arguments of their own (`i64`), which the calls pass; without
/// `mayPass` the first operation that needs one is an error.
mlir::LogicalResult lowerDynamicFields(mlir::ModuleOp module, bool mayPass);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DYNAMICFIELDS_H
