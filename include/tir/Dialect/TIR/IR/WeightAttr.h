//===- WeightAttr.h - The attribute of weights that are inputs -*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_WEIGHTATTR_H
#define TIR_DIALECT_TIR_IR_WEIGHTATTR_H

#include "llvm/ADT/StringRef.h"

namespace tir {

/// On an input of the main function: the elements of the constant that the
/// model had in its place (tir-expose-weights).
inline constexpr llvm::StringLiteral kWeightAttrName = "tir.weight";

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_WEIGHTATTR_H
