//===- LaneLoops.cpp - Loops over blocks of pixels and lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneLoops.h"

using namespace mlir;
using namespace tir;

LaneLoops::LaneLoops(const BlockedKernel &kernel, int64_t pixels, int64_t lanes)
    : KernelLoops(kernel), blocks(kernel, pixels, lanes),
      isOneRow(isOneRowOfLanes(kernel)) {}

SmallVector<AffineExpr> LaneLoops::getPosition(const Place &place,
                                               AffineExpr pixel, Value channel,
                                               AffineExpr number) {
  return KernelLoops::getPosition(
      getIndex(place.image, kernel.batch), getIndex(place.row, kernel.height),
      emitter.createIndex(place.first) + pixel,
      emitter.createIndex(channel) + number, isOneRow);
}

/// Emits code for whole groups of channels, and for the rest.
LogicalResult LaneLoops::forChannels(
    function_ref<LogicalResult(Value channel, int64_t channels)> emit) {
  int64_t lanes = blocks.lanes, whole = kernel.channels / lanes * lanes;
  if (whole != 0) {
    OpBuilder::InsertionGuard guard(builder);
    if (failed(emit(begin(whole, "c", lanes), lanes)))
      return failure();
  }
  return whole == kernel.channels
             ? success()
             : emit(constant(whole), kernel.channels - whole);
}

/// Emits code for the blocks of all rows.
LogicalResult
LaneLoops::forPlaces(function_ref<LogicalResult(const Place &)> emit) {
  OpBuilder::InsertionGuard guard(builder);
  Place place;
  place.image = place.row = constant(0);
  if (!isOneRow) {
    place.image = begin(kernel.batch, "n");
    place.row = begin(kernel.height, "h");
  }
  place.rows = getRows(place.row);
  for (const PixelBlock &block : blocks.getRow()) {
    OpBuilder::InsertionGuard inner(builder);
    place.block = block;
    place.first = add(begin(block.times * block.pixels, "w", block.pixels),
                      constant(block.first));
    if (failed(emit(place)))
      return failure();
  }
  return success();
}

LogicalResult LaneLoops::run() {
  if (blocks.isByChannels())
    return forChannels([&](Value channel, int64_t channels) {
      return forPlaces([&](const Place &place) {
        return emitBlock(place, channel, channels);
      });
    });
  return forPlaces([&](const Place &place) {
    return forChannels([&](Value channel, int64_t channels) {
      return emitBlock(place, channel, channels);
    });
  });
}
