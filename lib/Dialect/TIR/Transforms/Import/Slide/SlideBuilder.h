//===- SlideBuilder.h - A function that computes new rows ------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SLIDEBUILDER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SLIDEBUILDER_H

#include "SlidePlan.h"

namespace tir::slide {

/// The variable that says how many calls are missing until the results
/// belong to a whole window.
inline constexpr llvm::StringLiteral kMissingCallsName = "missing_calls";

/// Lets the function compute the rows that the plan says. Variables of the
/// module keep the others. `input` has the type of a call's rows.
void buildCalls(mlir::func::FuncOp entry, mlir::BlockArgument input,
                Plan &plan);

} // namespace tir::slide

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SLIDEBUILDER_H
