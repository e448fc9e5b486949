//===- OutlineKernels.cpp - Kernels become functions of their own
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "Outliner.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tir {
#define GEN_PASS_DEF_TIROUTLINEKERNELSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns whether all inputs and outputs of `function` become buffers. Fails
/// if only some of them do.
static FailureOr<bool> worksOnTensors(func::FuncOp function) {
  SmallVector<Type> types(function.getArgumentTypes());
  llvm::append_range(types, function.getResultTypes());
  if (llvm::none_of(types, llvm::IsaPred<TensorType>))
    return false;
  for (auto [index, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && tensor.hasStaticShape())
      continue;
    bool isInput = index < function.getNumArguments();
    return function.emitOpError(isInput ? "argument #" : "result #")
           << (isInput ? index : index - function.getNumArguments()) << " is "
           << type
           << ", expected a ranked tensor of static shape, as the others; each "
              "becomes a buffer";
  }
  return true;
}

namespace {
struct OutlineKernelsPass
    : public tir::impl::TIROutlineKernelsPassBase<OutlineKernelsPass> {
  void runOnOperation() override {
    auto functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      if (function.isExternal() || !function.getBody().hasOneBlock())
        continue;
      FailureOr<bool> onTensors = worksOnTensors(function);
      if (failed(onTensors))
        return signalPassFailure();
      if (!*onTensors)
        continue;
      if (failed(Outliner(function).run()))
        return signalPassFailure();
    }
  }
};
} // namespace
