//===- LiveTensors.cpp - The bytes of tensors that live at calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveTensors.h"

#include "ScheduleChoices.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using llvm::SaturatingAdd;

uint64_t LiveTensors::getBytesAt(Operation *call) {
  auto function = call->getParentOfType<FunctionOpInterface>();
  auto [known, isNew] = functions.try_emplace(function);
  if (isNew)
    known->second = std::make_unique<Liveness>(function);
  DenseSet<Value> origins;
  auto add = [&](Value value) {
    if (isa<RankedTensorType>(value.getType()))
      origins.insert(getOrigin(value));
  };
  const LivenessBlockInfo *block = known->second->getLiveness(call->getBlock());
  llvm::for_each(block->currentlyLiveValues(call), add);
  // What is defined outside of a loop may be read in its next iteration.
  llvm::for_each(block->in(), add);
  llvm::for_each(call->getOperands(), add);
  DataLayout layout = DataLayout::closest(call);
  uint64_t bytes = 0;
  for (Value origin : origins)
    // Inputs, outputs and constants are elsewhere.
    if (!origin.getDefiningOp<bufferization::ToTensorOp>())
      bytes = SaturatingAdd(
          bytes, getBytes(cast<ShapedType>(origin.getType()), layout));
  return bytes;
}
