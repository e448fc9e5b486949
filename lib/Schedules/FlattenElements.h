//===- FlattenElements.h - One loop over all elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_FLATTENELEMENTS_H
#define TIR_LIB_SCHEDULES_FLATTENELEMENTS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tir {

/// Returns the buffer with one dimension.
mlir::Value flattenBuffer(mlir::ImplicitLocOpBuilder &b, mlir::Value buffer);

/// Makes one loop of nested loops in a kernel that read and write each element
/// at the same position of buffers of the same shape.
void flattenElements(mlir::FunctionOpInterface kernel);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_FLATTENELEMENTS_H
