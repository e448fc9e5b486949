//===- StepFunctions.h - The C functions of inner steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOEMITC_STEPFUNCTIONS_H
#define TIR_LIB_CONVERSION_TIRTOEMITC_STEPFUNCTIONS_H

#include "mlir/IR/Operation.h"
#include <set>

namespace tir {

/// The C function of `tir.widen_bytes`.
inline constexpr llvm::StringLiteral kWidenBytesFunction = "tir_widen_bytes";

/// Returns the name of the C function of `tir.dot_pairs` for `size` words.
std::string getDotPairsFunction(int64_t pixels, int64_t pairs, int64_t size,
                                bool hasInit, bool times256);

/// Returns the name of the C function of `tir.dot_taps`.
std::string getDotTapsFunction(int64_t pixels, int64_t columns, bool hasInit);

/// The C functions of `tir.widen_rows` and `tir.load_taps`.
inline constexpr llvm::StringLiteral kWidenRowsFunction = "tir_widen_rows";
inline constexpr llvm::StringLiteral kLoadTapsFunction = "tir_load_taps";

/// Returns the name of the C function of `tir.dot_columns`.
std::string getDotColumnsFunction(int64_t pixels, int64_t stride);

/// The C function of `tir.widen_elements`.
inline constexpr llvm::StringLiteral kWidenElementsFunction =
    "tir_widen_elements";

/// Returns the name of the C function of `tir.dot_rows`.
std::string getDotRowsFunction(int64_t pixels);

/// Returns the name of the C function of `tir.dot_window`.
std::string getDotWindowFunction(int64_t rows, int64_t columns);

/// Returns the name of the C function of `tir.requantize`.
std::string getRequantizeFunction(int64_t bits, int64_t shift, bool upperHalf,
                                  bool bySign);

/// Returns the name of the C function of `tir.requantize_double`.
std::string getRequantizeDoubleFunction(int64_t max, int64_t shift);

/// Inserts the definitions of the step functions that `module` calls at the
/// start of its body. Those of `#tir.blocked` have two forms with the same
/// results: one for processors with Arm's DSP instructions, and one in plain C.
void insertStepFunctions(mlir::Operation *module);

/// Passes the definitions of those `called` functions that are loops for any
/// compiler to `insert`.
void insertPortableStepFunctions(
    const std::set<std::string> &called,
    llvm::function_ref<void(const std::string &)> insert);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOEMITC_STEPFUNCTIONS_H
