//===- InsertProfileHooks.cpp - Calls of the application around kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

namespace tir {
#define GEN_PASS_DEF_TIRINSERTPROFILEHOOKSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns what the report calls the kernel: its place in the model, or the
/// function if there is none.
static std::string getOperatorName(BufferCallOpInterface call) {
  if (!isa<CallTIROp>(*call)) {
    std::string name = getLayerName(call->getLoc());
    return name.empty() ? call.getCalleeName().str() : name;
  }
  // Calls that share a kernel have places of their own.
  if (LayerAttr layer = getLayerOfCall(call, call.lookupDeclaration()))
    return layer.getPlace().str();
  return call.getCalleeName().str();
}

static void callHook(OpBuilder &builder, Location loc, StringRef name,
                     Value kernel) {
  auto call = CallExternOp::create(
      builder, loc, TypeRange(),
      FlatSymbolRefAttr::get(builder.getContext(), name), kernel,
      /*device_context=*/Value(), builder.getUnitAttr(),
      builder.getI32IntegerAttr(0), /*arg_attrs=*/nullptr,
      /*res_attrs=*/nullptr);
  updateCall(call, [](CallParts &parts) { parts.isHook = true; });
}

/// Calls the hooks of `model` around `call`, which runs at `step`.
static void insertHooks(BufferCallOpInterface call, unsigned step,
                        StringRef model) {
  OpBuilder builder(call);
  Location loc = call->getLoc();
  std::string begin = mangleSymbol(model, "profile_begin"),
              end = mangleSymbol(model, "profile_end");
  Value kernel =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(step));
  callHook(builder, loc, begin, kernel);
  auto toC = dyn_cast<CallExternOp>(*call);
  bool canFail = !toC || toC.isChecked();
  // No value can leave a tir.try.
  if (!canFail || call->getNumResults() != 0) {
    builder.setInsertionPointAfter(call);
    callHook(builder, loc, end, kernel);
    return;
  }
  auto tryOp = TryOp::create(builder, loc);
  Block &body = tryOp.getBody().emplaceBlock();
  call->moveBefore(&body, body.end());
  builder.setInsertionPointToStart(&tryOp.getCleanup().emplaceBlock());
  callHook(builder, loc, end, kernel);
}

/// Returns the steps that `plan` describes.
static FailureOr<SmallVector<Operation *>> findSteps(PrimFuncOp main,
                                                     PlanAttr plan) {
  size_t count = plan.getSteps().size();
  SmallVector<Operation *> steps =
      llvm::to_vector(BufferLifetimes(main).getSteps());
  if (steps.size() == count)
    return steps;
  return main.emitOpError("has ")
         << steps.size() << " steps, but its plan in tir.model describes "
         << count
         << "; insert the hooks right after tir-plan-memory, before a pass "
            "changes the steps";
}

static LogicalResult insertHooks(PrimFuncOp main) {
  PlanAttr plan = getPlan(main);
  if (!plan)
    return main.emitOpError(
        "has no plan in tir.model, whose steps number the kernels; "
        "run tir-plan-memory first");
  if (plan.getProfile())
    return success();
  FailureOr<SmallVector<Operation *>> steps = findSteps(main, plan);
  if (failed(steps))
    return failure();
  MLIRContext *context = main.getContext();
  SmallVector<ProfiledKernelAttr> kernels;
  for (auto [step, op] : llvm::enumerate(*steps)) {
    auto call = dyn_cast<BufferCallOpInterface>(op);
    if (!call)
      continue;
    kernels.push_back(ProfiledKernelAttr::get(
        context, StringAttr::get(context, getOperatorName(call)), step));
    insertHooks(call, step, getModelName(main));
  }
  PlanParts profiled(plan);
  profiled.profile = ProfileAttr::get(context, kernels);
  setPlan(main, profiled);
  return success();
}

namespace {
struct InsertProfileHooksPass
    : public tir::impl::TIRInsertProfileHooksPassBase<InsertProfileHooksPass> {
  void runOnOperation() override {
    for (auto main : getOperation().getOps<PrimFuncOp>())
      if (!main.isPrivate() && !main.isExternal() && failed(insertHooks(main)))
        return signalPassFailure();
  }
};
} // namespace
