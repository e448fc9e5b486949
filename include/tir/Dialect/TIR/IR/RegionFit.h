//===- RegionFit.h - Whether a region fits a callee's buffer
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_REGIONFIT_H
#define TIR_DIALECT_TIR_IR_REGIONFIT_H

#include "mlir/IR/BuiltinTypes.h"
#include <string>

namespace tir {

/// Compares the buffer or tensor that is passed with the buffer that the callee
/// declares. Returns what differs in words ("has rank 1, expected 2"), or
/// nothing where it fits. What the callee leaves dynamic fits, and so does any
/// stride of a dimension of extent 1. The identity layout is not dynamic: it
/// wants a buffer without gaps, whatever its extents.
std::string describeMisfit(mlir::ShapedType passed, mlir::MemRefType declared);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_REGIONFIT_H
