//===- KernelSummary.h - What a kernel computes, in one line of text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_KERNELSUMMARY_H
#define TIR_DIALECT_TIR_ANALYSIS_KERNELSUMMARY_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include <string>

namespace tir {

/// Returns the kind, the inputs and outputs and the window of a kernel whose
/// body works on tensors, such as `convolution: 1x8x8x1 int8 to 1x8x8x16 int8,
/// window 3x3, stride 1, padding 1 1 1 1`. The padding is before and after each
/// dimension, outermost first. Returns an empty string if the body writes no
/// tensor.
std::string summarizeKernel(mlir::FunctionOpInterface kernel);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_KERNELSUMMARY_H
