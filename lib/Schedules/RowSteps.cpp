//===- RowSteps.cpp - The steps of a block and the lives of its tensors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGrouping.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Rows/RowKernels.h"
#include <numeric>

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

/// Returns whether a tensor becomes a buffer of its own that nothing else
/// writes: a result of a call, an input of the model, or a reshape of one.
static bool isOwnBuffer(Value tensor) {
  while (Value reshaped = getReshaped(tensor))
    tensor = reshaped;
  return isa_and_present<CallTIROp, ToTensorOp>(tensor.getDefiningOp());
}

/// Returns whether a call writes its result where the application wants an
/// output of the model.
static bool writesOutput(CallTIROp call) {
  Value place = call.getArgs().back();
  for (Value whole; place.hasOneUse() && (whole = getReshaped(place));)
    place = whole;
  auto output = place.getDefiningOp<ToTensorOp>();
  auto argument =
      output ? dyn_cast<BlockArgument>(output.getBuffer()) : BlockArgument();
  auto main = argument
                  ? dyn_cast<PrimFuncOp>(argument.getOwner()->getParentOp())
                  : PrimFuncOp();
  return main && main.getEffect(argument.getArgNumber()) == Effect::Write &&
         output->hasOneUse();
}

/// Returns whether a call writes some columns of a tensor of which another call
/// has written others.
static bool addsColumns(CallTIROp call) {
  Value written = call.getArgs().back();
  if (call.getNumOuts() != 1 || !written.hasOneUse() ||
      !ByRowsOp::lookThrough(written).getDefiningOp<CallTIROp>())
    return false;
  PrimFuncOp kernel = call.lookupCallee();
  if (!kernel || kernel.isExternal())
    return false;
  Value output = kernel.getBody().front().getArguments().back();
  return call.getArgEffect(call.getArgs().size() - 1) == Effect::ReadWrite &&
         output.hasOneUse() && isa<memref::SubViewOp>(*output.user_begin());
}

/// Returns what stands for a tensor of which several calls write columns: the
/// result of the first of them.
Value RowGrouping::getFirstWritten(Value tensor) {
  tensor = ByRowsOp::lookThrough(tensor);
  while (auto call = tensor.getDefiningOp<CallTIROp>()) {
    if (!addsColumns(call))
      break;
    tensor = ByRowsOp::lookThrough(call.getArgs().back());
  }
  return tensor;
}

/// Returns the function that computes a row for a call, or null if it cannot
/// serve this call.
PrimFuncOp RowGrouping::findRowKernel(CallTIROp call, PrimFuncOp kernel) {
  KernelAttr known = getKernelAttr(kernel);
  auto rowKernel =
      known && known.getRowKernel()
          ? symbols.lookup<PrimFuncOp>(known.getRowKernel().getAttr())
          : PrimFuncOp();
  if (!rowKernel || call.getNumOuts() != 1)
    return {};
  for (auto [i, operand] : llvm::enumerate(call.getArgs())) {
    if (!getArgumentParts(rowKernel, i).window)
      continue;
    bool isOut = i + 1 == call.getArgs().size();
    if (isOut ? !operand.getDefiningOp<tensor::EmptyOp>() &&
                    !writesOutput(call) && !addsColumns(call)
              : !isOwnBuffer(operand))
      return {};
  }
  return rowKernel;
}

void RowGrouping::collectSteps(Block &calls) {
  for (Operation &op : calls) {
    if (auto rows = dyn_cast<ByRowsOp>(op)) {
      collectSteps(*rows.getBody());
      continue;
    }
    Step step = {&op};
    if (auto call = dyn_cast<CallTIROp>(op)) {
      step.kernel = call.lookupCallee();
      // A call that runs by rows has the kernel of a row as its callee.
      if (step.kernel)
        step.rowKernel = isa<ByRowsOp>(call->getParentOp())
                             ? step.kernel
                             : findRowKernel(call, step.kernel);
    } else if (op.getNumRegions() == 0 &&
               (isMemoryEffectFree(&op) ||
                isa<ToTensorOp, MaterializeInDestinationOp, ReturnOp>(op))) {
      continue;
    }
    steps.push_back(step);
  }
}

/// Returns whether a tensor is an input that the application writes before a
/// run.
bool RowGrouping::isInput(Value origin) {
  auto input = origin.getDefiningOp<ToTensorOp>();
  auto argument =
      input ? dyn_cast<BlockArgument>(input.getBuffer()) : BlockArgument();
  auto main = argument
                  ? dyn_cast<PrimFuncOp>(argument.getOwner()->getParentOp())
                  : PrimFuncOp();
  return main && main.getEffect(argument.getArgNumber()) == Effect::Read;
}

/// Returns whether a tensor is an output of the model.
static bool isOutput(Value tensor) {
  return llvm::any_of(tensor.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    return isa<MaterializeInDestinationOp>(user) ||
           (isa<RowsYieldOp>(user) &&
            isOutput(user->getParentOp()->getResult(use.getOperandNumber())));
  });
}

/// Makes the life of a tensor, if its memory counts, last until a step.
void RowGrouping::extendLife(Value tensor, unsigned step) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type)
    return;
  Value origin = getOrigin(tensor);
  bool isOwn = !origin.getDefiningOp<ToTensorOp>();
  // Inputs, outputs and constants are elsewhere.
  if (!isOwn && (!overwriteInputs || !isInput(origin)))
    return;
  auto [life, isNew] = lifeOf.try_emplace(origin, lives.size());
  if (isNew)
    lives.push_back({origin, isOutput(tensor) ? 0 : getBytes(type, layout),
                     isOwn ? step : 0, step});
  lives[life->second].last = std::max(lives[life->second].last, step);
}

void RowGrouping::collectLives() {
  for (auto [number, step] : llvm::enumerate(steps)) {
    auto use = [&, number = number](Value tensor) {
      extendLife(tensor, number);
    };
    llvm::for_each(step.op->getResults(), use);
    visitUsedValuesDefinedAbove(step.op->getRegions(), [&](OpOperand *operand) {
      use(operand->get());
    });
    llvm::for_each(step.op->getOperands(), use);
  }
  begunBytes.assign(steps.size() + 1, 0);
  endedBytes.assign(steps.size() + 1, 0);
  for (const Life &life : lives) {
    begunBytes[life.first + 1] += life.getPlannedBytes();
    endedBytes[life.last + 1] += life.getPlannedBytes();
  }
  std::partial_sum(begunBytes.begin(), begunBytes.end(), begunBytes.begin());
  std::partial_sum(endedBytes.begin(), endedBytes.end(), endedBytes.begin());
}

bool RowGrouping::isFed(Value tensor) {
  auto input = getOrigin(tensor).getDefiningOp<ToTensorOp>();
  return input && isFedInput(input.getBuffer());
}

void RowGrouping::collectFedSteps() {
  for (auto [number, step] : llvm::enumerate(steps)) {
    bool reads = false;
    step.op->walk([&](Operation *inner) {
      reads |= llvm::any_of(inner->getOperands(), isFed);
    });
    if (!reads)
      continue;
    if (endOfFed == 0)
      firstFed = number;
    endOfFed = number + 1;
  }
}
