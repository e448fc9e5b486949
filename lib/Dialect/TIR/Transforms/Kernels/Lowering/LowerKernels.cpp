//===- LowerKernels.cpp - Kernels' bodies become loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Transforms/Kernels/DeadOps.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/Analysis/KernelSummary.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"

namespace tir {
#define GEN_PASS_DEF_TIRLOWERKERNELSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

static LogicalResult lowerBody(FunctionOpInterface function) {
  // A function that already has a concrete signature has no schedule.
  auto kernel = dyn_cast<PrimFuncOp>(*function);
  ScheduleAttrInterface schedule =
      kernel ? kernel.getScheduleAttr() : ScheduleAttrInterface();
  if (!schedule)
    schedule = cast<ScheduleAttrInterface>(
        Attribute(ElementwiseScheduleAttr::get(function.getContext())));
  std::string summary = summarizeKernel(function);
  if (!summary.empty())
    updateKernel(function, [&](KernelParts &parts) {
      parts.summary = StringAttr::get(function.getContext(), summary);
    });
  if (failed(schedule.lowerToLoops(function)))
    return failure();
  if (kernel)
    kernel.removeScheduleAttr();
  // The operations on tensors are dead now.
  for (Block &block : function.getFunctionBody())
    eraseDeadOps(block);
  return success();
}

namespace {
struct LowerKernelsPass
    : public tir::impl::TIRLowerKernelsPassBase<LowerKernelsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isExternal() && failed(lowerBody(function)))
        return signalPassFailure();
  }
};
} // namespace
