//===- WindowWords.h - Windows of int8 elements, four in a word
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_WINDOWWORDS_H
#define TIR_LIB_SCHEDULES_WINDOWWORDS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tir {

/// Replaces loops that compute the maxima or the sums of windows of int8
/// elements for four neighbouring elements of an output by steps for words.
void reduceWindowsInWords(mlir::FunctionOpInterface kernel);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_WINDOWWORDS_H
