//===- RefineResults.cpp - Static shapes for the results
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tir {
#define GEN_PASS_DEF_TIRREFINERESULTSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static bool isDynamic(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && !shaped.hasStaticShape();
}

namespace {
struct RefineResultsPass
    : public tir::impl::TIRRefineResultsPassBase<RefineResultsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      refine(function);
      if (failed(checkStatic(function)))
        return signalPassFailure();
    }
  }

  /// Shape inference leaves casts back to the types that it could not change.
  static void refine(func::FuncOp function) {
    auto ret = cast<func::ReturnOp>(function.getBody().back().getTerminator());
    for (OpOperand &operand : ret->getOpOperands())
      while (auto cast = operand.get().getDefiningOp<tensor::CastOp>()) {
        if (isDynamic(cast.getSource().getType()) && !isDynamic(cast.getType()))
          break;
        operand.set(cast.getSource());
        if (cast->use_empty())
          cast->erase();
      }
    function.setFunctionType(
        FunctionType::get(function.getContext(), function.getArgumentTypes(),
                          llvm::to_vector(ret.getOperandTypes())));
  }

  static LogicalResult checkStatic(func::FuncOp function) {
    Operation *first = nullptr;
    function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!llvm::any_of(op->getResultTypes(), isDynamic))
        return WalkResult::advance();
      first = op;
      return WalkResult::interrupt();
    });
    if (!first)
      return success();
    return first->emitError()
           << "operator '" << first->getName() << "' has a result of type "
           << *llvm::find_if(first->getResultTypes(), isDynamic)
           << ", which depends on the data although each input has a static "
              "shape; expected shapes that are known when the model is "
              "compiled: give the operator constant shape operands in the "
              "model";
  }
};
} // namespace
