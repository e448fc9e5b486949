//===- LaneSteps.h - Inner steps of #kernel.lanes with vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOLLVM_LANESTEPS_H
#define TIR_LIB_CONVERSION_TIRTOLLVM_LANESTEPS_H

#include "mlir/IR/Operation.h"
#include "tir/TargetInfo/FloatVectors.h"

namespace tir {

/// Expands `op`, before it, if it is a step of `#kernel.lanes`, and returns
/// whether it is. The processor has such registers.
bool expandLaneStep(mlir::Operation *op, const FloatVectors &vectors);

/// The same for `#kernel.byte_lanes`.
bool expandByteLaneStep(mlir::Operation *op, const ByteVectors &vectors);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_LANESTEPS_H
