//===- RandomRows.h - Random kernels that make rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_UNITTESTS_PLAN_RANDOMROWS_H
#define TIR_UNITTESTS_PLAN_RANDOMROWS_H

#include "tir/Plan/RowPipeline.h"

namespace tir::test {

/// Returns up to eight kernels with windows of random heights and strides, some
/// of which cannot run together.
RowProblem makeRandomRows(unsigned seed);

} // namespace tir::test

#endif // TIR_UNITTESTS_PLAN_RANDOMROWS_H
