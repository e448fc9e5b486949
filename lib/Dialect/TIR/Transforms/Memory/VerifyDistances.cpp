//===- VerifyDistances.cpp - Distances against the loops of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/LoopDistances.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRVERIFYDISTANCESPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct VerifyDistancesPass
    : public tir::impl::TIRVerifyDistancesPassBase<VerifyDistancesPass> {
  using TIRVerifyDistancesPassBase::TIRVerifyDistancesPassBase;

  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<PrimFuncOp>())
      if (!kernel.isExternal() && failed(verify(kernel)))
        signalPassFailure();
  }

private:
  LogicalResult verify(PrimFuncOp kernel) {
    for (unsigned output = 0; output < kernel.getNumArguments(); ++output)
      for (ArgDistance declared : getDistances(kernel, output)) {
        std::optional<int64_t> least =
            findDistanceInLoops(kernel, output, declared.argument, maxSteps);
        if (report)
          kernel.emitRemark("argument #")
              << declared.argument << " may begin " << declared.bytes
              << " bytes after argument #" << output << ", the loops "
              << (least ? "require " + std::to_string(*least)
                        : "cannot be followed");
        if (least && *least > declared.bytes)
          return kernel.emitOpError("argument #")
                 << output << ": 'distances' in 'tir.port' allows argument #"
                 << declared.argument << " to begin " << declared.bytes
                 << " bytes after it, but the loops write it while they read "
                    "the latter, which requires at least "
                 << *least
                 << "; declare that, or change the order of the loops";
      }
    return success();
  }
};
} // namespace
