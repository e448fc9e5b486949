//===- Recursion.cpp - Functions that call themselves
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/Recursion.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace tir;

namespace {
class CircleFinder {
public:
  LogicalResult visit(PrimFuncOp function) {
    if (!visited.insert(function).second)
      return success();
    callers.push_back(function);
    WalkResult result = function.walk([&](CallTIROp call) {
      PrimFuncOp callee = call.lookupCallee();
      if (!callee)
        return WalkResult::advance();
      calls.push_back(call);
      bool isCircle = llvm::is_contained(callers, callee);
      if (isCircle)
        report(callee);
      if (isCircle || failed(visit(callee)))
        return WalkResult::interrupt();
      calls.pop_back();
      return WalkResult::advance();
    });
    callers.pop_back();
    return failure(result.wasInterrupted());
  }

private:
  void report(PrimFuncOp first) {
    CallTIROp last = calls.back();
    InFlightDiagnostic diag =
        last.emitOpError("calls @")
        << first.getSymName()
        << ", which leads back to this call; memory is planned before the "
           "program runs, and a recursive function needs memory without a "
           "bound: write it as a loop";
    diag.attachNote(first.getLoc()) << "the function is declared here";
    size_t begin = llvm::find(callers, first) - callers.begin();
    for (CallTIROp call :
         ArrayRef<CallTIROp>(calls).drop_back().drop_front(begin))
      diag.attachNote(call.getLoc())
          << "through this call of @" << call.getCallee();
  }

  DenseSet<Operation *> visited;
  /// The functions on the path, and the call that leads from each to the next.
  SmallVector<PrimFuncOp> callers;
  SmallVector<CallTIROp> calls;
};
} // namespace

LogicalResult tir::verifyNoRecursion(ModuleOp module) {
  CircleFinder finder;
  for (auto function : module.getOps<PrimFuncOp>())
    if (failed(finder.visit(function)))
      return failure();
  return success();
}
