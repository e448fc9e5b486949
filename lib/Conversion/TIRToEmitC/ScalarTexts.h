//===- ScalarTexts.h - Parts of the C functions of scalar steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOEMITC_SCALARTEXTS_H
#define TIR_LIB_CONVERSION_TIRTOEMITC_SCALARTEXTS_H

#include "StepFunctions.h"

namespace tir {

/// Says whether the compiler can compile the assembly step of a Cortex-M0+
/// (`TIR_THUMB1`).
extern const llvm::StringLiteral kThumb1;

/// Returns the loop that multiplies `count` elements of one pixel, one or more,
/// with four channels on a Cortex-M0+.
std::string makeThumb1Dot(const DotBlockForm &form, llvm::StringRef count);

/// Returns whether a function is one of `kernel.raise_elements`.
bool isRaiseElementsFunction(llvm::StringRef name);

/// Inserts the definition of such a function.
void insertRaiseElements(llvm::StringRef name, StepTexts &texts);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOEMITC_SCALARTEXTS_H
