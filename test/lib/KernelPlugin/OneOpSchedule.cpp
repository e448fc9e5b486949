//===- OneOpSchedule.cpp - A schedule that others might write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/TargetInfo/TargetOptions.h"

using namespace mlir;
using namespace testkernels;

/// The one operation of a kernel that computes, with buffers around it; null
/// for other kernels.
static linalg::LinalgOp findOnlyOp(FunctionOpInterface kernel) {
  linalg::LinalgOp only;
  for (Operation &op : kernel.getFunctionBody().front()) {
    if (isa<bufferization::ToTensorOp, tensor::EmptyOp, tir::ReturnOp,
            bufferization::MaterializeInDestinationOp>(op))
      continue;
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured || only || structured.getNumReductionLoops() != 0 ||
        op.getNumResults() != 1)
      return {};
    only = structured;
  }
  return only;
}

LogicalResult
OneOpScheduleAttr::verifyKernel(FunctionOpInterface kernel) const {
  if (kernel.isExternal() || findOnlyOp(kernel))
    return success();
  return kernel->emitOpError(
      "is not a kernel for #testkernels.one_op, expected one "
      "linalg operation without a reduction");
}

uint64_t OneOpScheduleAttr::estimateCycles(FunctionOpInterface,
                                           const tir::TargetOptions &) const {
  return 1;
}

LogicalResult
OneOpScheduleAttr::lowerToLoops(FunctionOpInterface kernel) const {
  linalg::LinalgOp only = findOnlyOp(kernel);
  if (!only)
    return verifyKernel(kernel);
  OpBuilder builder(only);
  SmallVector<Value> operands;
  for (Value input : only.getDpsInputs()) {
    auto read = input.getDefiningOp<bufferization::ToTensorOp>();
    operands.push_back(read ? read.getBuffer() : input);
  }
  auto store = cast<bufferization::MaterializeInDestinationOp>(
      *only->getResult(0).getUsers().begin());
  operands.push_back(store.getDest());
  builder.setInsertionPoint(store);
  clone(builder, only, TypeRange(), operands);
  store.erase();
  return success();
}

namespace {
struct OneOpProvider : tir::ScheduleProvider {
  void propose(
      tir::PrimFuncOp kernel, const tir::TargetOptions &target,
      SmallVectorImpl<tir::ScheduleAttrInterface> &schedules) const override {
    auto function = cast<FunctionOpInterface>(kernel.getOperation());
    if (target.cpu == "cortex-m3" && findOnlyOp(function))
      schedules.push_back(cast<tir::ScheduleAttrInterface>(
          Attribute(OneOpScheduleAttr::get(kernel.getContext()))));
  }
};
} // namespace

void testkernels::addOneOpProvider(tir::kernel::KernelDialect &dialect) {
  tir::addScheduleProvider(dialect, std::make_unique<OneOpProvider>());
}
