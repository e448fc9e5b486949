//===- Inputs.h - Inputs for a check
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_INPUTS_H
#define TIR_LIB_CHECK_INPUTS_H

#include "CheckedProgram.h"
#include "PlainLoops.h"

namespace tir {

/// Fills an input for the run with this number, in the same way each time: with
/// the smallest and the largest number in turns (2), the smallest (4), the
/// largest (6), zeros (8), or else random numbers. What may be a position is 0,
/// or a float below a half.
void fillInput(const ModelInterface::Tensor &input, unsigned run,
               PositionInputs positions, Bytes &bytes);

} // namespace tir

#endif // TIR_LIB_CHECK_INPUTS_H
