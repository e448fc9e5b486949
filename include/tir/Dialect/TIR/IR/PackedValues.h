//===- PackedValues.h - Packed representation of values
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_PACKEDVALUES_H
#define TIR_DIALECT_TIR_IR_PACKEDVALUES_H

#include "mlir/IR/Types.h"
#include "tir/ABI/TypeCodes.h"

namespace tir {

/// Returns the type code of a value of a type that `tir.packed_set` and
/// `tir.packed_get` accept: integers, floats, pointers.
ArgTypeCode getArgTypeCode(mlir::Type type);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_PACKEDVALUES_H
