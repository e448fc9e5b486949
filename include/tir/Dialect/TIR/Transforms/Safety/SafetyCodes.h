//===- SafetyCodes.h - The codes of failed checks
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_SAFETY_SAFETYCODES_H
#define TIR_DIALECT_TIR_TRANSFORMS_SAFETY_SAFETYCODES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace tir {

/// What a run returns if a constant has another CRC than it had in the model.
inline constexpr int32_t kConstantsCode = -2;

/// The value of `--safety` by which each run checks the constants.
inline constexpr llvm::StringLiteral kConstantsEachRun = "constants-each-run";

/// What an entry point returns that gets a pointer which cannot be right.
inline constexpr int32_t kArgumentsCode = -4;

/// What a run returns if a guard word beside its memory has changed.
inline constexpr int32_t kCanariesCode = -5;

/// What a run returns if a guard beside an input or an output of the
/// application is another one.
inline constexpr int32_t kGuardedIOCode = -6;

/// The value of `--safety` by which inputs and outputs have guards.
inline constexpr llvm::StringLiteral kGuardedIO = "guarded-io";

/// The bytes of the guard words on one side of a pool.
inline constexpr int64_t kCanaryBytes = 16;

/// The attribute of a `tir.assert` that has the code to return in place of -1.
inline constexpr llvm::StringLiteral kSafetyCodeAttrName = "safety_code";

/// The attribute of a function that many places call, so that it is to stay a
/// function.
inline constexpr llvm::StringLiteral kSafetyFunctionAttrName =
    "safety_function";

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_SAFETY_SAFETYCODES_H
