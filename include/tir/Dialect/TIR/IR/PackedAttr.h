//===- PackedAttr.h - The attribute of modules that pack constants -*- C++ -*-//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_PACKEDATTR_H
#define TIR_DIALECT_TIR_IR_PACKEDATTR_H

#include "llvm/ADT/StringRef.h"

namespace tir {

/// On a module whose model has integers of at most 4 bits: constants with such
/// numbers are stored with several in a byte (tir-pack-constants).
inline constexpr llvm::StringLiteral kPackedConstantsAttrName =
    "tir.packed_constants";

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_PACKEDATTR_H
