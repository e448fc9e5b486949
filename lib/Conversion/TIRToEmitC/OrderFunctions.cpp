//===- OrderFunctions.cpp - Definitions before calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "tir/Conversion/EmitCCommon/CallOrder.h"

namespace tir {
#define GEN_PASS_DEF_TIRORDERFUNCTIONSPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct OrderFunctionsPass
    : public tir::impl::TIROrderFunctionsPassBase<OrderFunctionsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    CallOrder order = getCallOrder(module);
    // Functions move only backwards, so that the globals that they use stay
    // before them.
    for (emitc::FuncOp function : order.functions) {
      Operation *last = function;
      for (emitc::FuncOp callee : order.callees.lookup(function))
        if (last->isBeforeInBlock(callee))
          last = callee;
      if (last != function)
        function->moveAfter(last);
    }
    declareFunctions(module, order);
  }
};
} // namespace
