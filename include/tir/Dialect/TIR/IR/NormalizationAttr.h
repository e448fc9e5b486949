//===- NormalizationAttr.h - The attribute of inputs without it *- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_NORMALIZATIONATTR_H
#define TIR_DIALECT_TIR_IR_NORMALIZATIONATTR_H

#include "llvm/ADT/StringRef.h"

namespace tir {

/// On an input of the main function: the numbers by which the application makes
/// its elements, as a dictionary with an array of f64 for each of `bias`,
/// `scale` and `shift`. The element of a channel is
/// `(int32((x + bias) * scale)) >> shift`, clamped to its type
/// (tir-cut-normalization).
inline constexpr llvm::StringLiteral kNormalizationAttrName =
    "tir.normalization";

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_NORMALIZATIONATTR_H
