//===- RescalePoints.h - Where the result of a rescale changes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rescale has the same result from one step to the next. A function that does
// not decrease on either side of 0 equals it everywhere if it does so at the
// points here.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SUPPORT_RESCALEPOINTS_H
#define TIR_LIB_SUPPORT_RESCALEPOINTS_H

#include "tir/Support/AffineRescale.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tir {

/// An accumulator of a defined channel, and its result.
struct RescalePoint {
  int32_t acc, result;
};

/// Calls `visit` with points of a defined channel, with ascending accumulators:
/// the ends of its interval, those before and after 0 (with the bias), those
/// before and after each step, and maybe others. Stops if `visit` returns
/// false, and returns that.
bool visitPoints(const RescaleChannel &channel,
                 llvm::function_ref<bool(RescalePoint)> visit);

/// Returns the points of a defined channel, without those that have the same
/// result as both neighbours.
std::vector<RescalePoint> getPoints(const RescaleChannel &channel);

/// Does the same as the function without points, which are the channel's.
bool verifyAffineRescale(const RescaleChannel &channel,
                         llvm::ArrayRef<RescalePoint> points,
                         AffineRescale form, AffineRescaleKind kind,
                         unsigned shift);

} // namespace tir

#endif // TIR_LIB_SUPPORT_RESCALEPOINTS_H
