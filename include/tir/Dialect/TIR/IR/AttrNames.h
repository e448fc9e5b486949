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
inline constexpr llvm::StringLiteral kNoAliasAttrName = "tir.noalias";
inline constexpr llvm::StringLiteral kDistancesAttrName = "tir.distances";
inline constexpr llvm::StringLiteral kCTypeAttrName = "tir.c_type";
inline constexpr llvm::StringLiteral kPoolAttrName = "tir.pool";
inline constexpr llvm::StringLiteral kPoolsAttrName = "tir.pools";
inline constexpr llvm::StringLiteral kArgumentAttrName = "tir.argument";
inline constexpr llvm::StringLiteral kOverwrittenAttrName = "tir.overwritten";
inline constexpr llvm::StringLiteral kDeviceAttrName = "tir.device";
inline constexpr llvm::StringLiteral kAlignmentAttrName = "tir.alignment";
inline constexpr llvm::StringLiteral kHookAttrName = "tir.hook";
inline constexpr llvm::StringLiteral kReportedAttrName = "tir.reported";
inline constexpr llvm::StringLiteral kAlwaysInlineAttrName =
    "tir.always_inline";
inline constexpr llvm::StringLiteral kStructAttrName = "tir.struct";
inline constexpr llvm::StringLiteral kVariableAttrName = "tir.variable";
inline constexpr llvm::StringLiteral kValueOfAttrName = "tir.value_of";
inline constexpr llvm::StringLiteral kStageAttrName = "tir.stage";
inline constexpr llvm::StringLiteral kExtractedAttrName = "tir.extracted";
inline constexpr llvm::StringLiteral kKernelAttrName = "tir.kernel";
inline constexpr llvm::StringLiteral kLayerAttrName = "tir.layer";
inline constexpr llvm::StringLiteral kExposedAttrName = "tir.exposed";
inline constexpr llvm::StringLiteral kChannelsAttrName = "tir.channels";
inline constexpr llvm::StringLiteral kEncodingAttrName = "tir.encoding";
inline constexpr llvm::StringLiteral kEntryAttrName = "tir.entry";
inline constexpr llvm::StringLiteral kModelAttrName = "tir.model";
inline constexpr llvm::StringLiteral kInterfaceAttrName = "tir.interface";
inline constexpr llvm::StringLiteral kModelsAttrName = "tir.models";
inline constexpr llvm::StringLiteral kPlanAttrName = "tir.plan";
inline constexpr llvm::StringLiteral kSectionAttrName = "tir.section";

/// On operations while one step works on a module: what it has to remember of
/// them. Each step has its own notes, and leaves none: the number of equal
/// operations (tir-simplify), that a `tir.opaque_code` is removed again
/// (hideCodes), what an error hook is called (nameErrorHooks), and that a value
/// has a variable in C (prepare).
inline constexpr llvm::StringLiteral kNoteAttrName = "tir.note";

/// On the variable that keeps a function's handle: the name of the function.
inline constexpr llvm::StringLiteral kFunctionAttrName = "tir.function";

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_ATTRNAMES_H
