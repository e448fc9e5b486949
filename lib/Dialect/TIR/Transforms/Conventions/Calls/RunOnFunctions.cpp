//===- RunOnFunctions.cpp - Passes on func.func, for tir.prim_func
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace tir {
#define GEN_PASS_DEF_TIRRUNONFUNCTIONSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Moves the body of a function to `to`, with `ReturnT` at its ends.
template <typename FromT, typename ReturnT>
static void moveBody(Region &from, Region &to) {
  to.takeBody(from);
  for (Block &block : to)
    if (auto end = dyn_cast<FromT>(block.getTerminator())) {
      OpBuilder builder(end);
      ReturnT::create(builder, end.getLoc());
      end.erase();
    }
}

namespace {
struct RunOnFunctionsPass
    : public tir::impl::TIRRunOnFunctionsPassBase<RunOnFunctionsPass> {
  using TIRRunOnFunctionsPassBase::TIRRunOnFunctionsPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    TIRRunOnFunctionsPassBase::getDependentDialects(registry);
    OpPassManager passes(func::FuncOp::getOperationName());
    std::string ignored;
    llvm::raw_string_ostream os(ignored);
    if (succeeded(parsePassPipeline(pipeline, passes, os)))
      passes.getDependentDialects(registry);
  }

  void runOnOperation() override {
    OpPassManager passes(func::FuncOp::getOperationName());
    std::string problem;
    llvm::raw_string_ostream os(problem);
    if (failed(parsePassPipeline(pipeline, passes, os))) {
      getOperation().emitError("pipeline=")
          << pipeline << " is not a pipeline of passes on func.func: "
          << StringRef(problem).trim();
      return signalPassFailure();
    }
    for (auto function : llvm::to_vector(getOperation().getOps<PrimFuncOp>()))
      if (!function.isExternal() && failed(run(function, passes)))
        return signalPassFailure();
  }

private:
  LogicalResult run(PrimFuncOp function, OpPassManager &passes) {
    OpBuilder builder(function);
    auto type =
        builder.getFunctionType(function.getArgumentTypes(), TypeRange());
    auto stand = func::FuncOp::create(builder, function.getLoc(),
                                      function.getSymName(), type);
    if (ArrayAttr attributes = function.getAllArgAttrs())
      stand.setAllArgAttrs(attributes);
    // No symbol may be there twice, and the pipeline sees the module.
    function->remove();
    moveBody<tir::ReturnOp, func::ReturnOp>(function.getBody(),
                                            stand.getBody());
    LogicalResult result = runPipeline(passes, stand);
    if (succeeded(result) && stand.getFunctionType() != type)
      result = stand.emitError("a pass of pipeline=")
               << pipeline << " changed the type of @" << stand.getSymName()
               << " to " << stand.getFunctionType()
               << ", but calls of a tir.prim_func expect its type";
    moveBody<func::ReturnOp, tir::ReturnOp>(stand.getBody(),
                                            function.getBody());
    builder.setInsertionPoint(stand);
    builder.insert(function);
    stand.erase();
    return result;
  }
};
} // namespace
