//===- AttrNames.h - Names of the dialect's discardable attributes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_ATTRNAMES_H
#define TIR_DIALECT_TIR_IR_ATTRNAMES_H

#include "llvm/ADT/StringRef.h"

namespace tir {

/// The table in the dialect's description (TIRDialect.td) says what each
/// attribute means, what carries it, and which values it takes.
inline constexpr llvm::StringLiteral kEffectAttrName = "tir.effect";
inline constexpr llvm::StringLiteral kNameAttrName = "tir.name";
inline constexpr llvm::StringLiteral kPortAttrName = "tir.port";
inline constexpr llvm::StringLiteral kCallAttrName = "tir.call";
inline constexpr llvm::StringLiteral kGlobalAttrName = "tir.global";
inline constexpr llvm::StringLiteral kFunctionAttrName = "tir.function";
inline constexpr llvm::StringLiteral kModelAttrName = "tir.model";
inline constexpr llvm::StringLiteral kInterfaceAttrName = "tir.interface";

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_ATTRNAMES_H
