//===- CallStepToLLVM.cpp - Calls of steps that are written as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"

#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Steps/Steps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
/// Builds the call of one step.
class CallBuilder : private StepBuilder {
public:
  explicit CallBuilder(CallStepOp op)
      : StepBuilder(op, /*hasDSP=*/false), op(op) {}

  void expand() {
    SmallVector<Value> arguments;
    for (auto [buffer, offset] :
         llvm::zip_equal(op.getBuffers(), op.getOffsets()))
      arguments.push_back(getAddress(buffer, offset));
    for (Value number : op.getNumbers())
      arguments.push_back(arith::IndexCastOp::create(b, i32, number));
    for (int64_t size : op.getSizes())
      arguments.push_back(number(size));
    LLVM::CallOp::create(b, declare(ValueRange(arguments).getTypes()),
                         arguments);
  }

private:
  LLVM::LLVMFuncOp declare(TypeRange types) {
    auto module = op->getParentOfType<ModuleOp>();
    std::string name = findStep(op.getStep())->getFunction();
    if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
      return known;
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    return LLVM::LLVMFuncOp::create(
        b, name,
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(b.getContext()),
                                    llvm::to_vector(types)));
  }

  CallStepOp op;
};
} // namespace

bool tir::expandCallStep(Operation *op) {
  auto call = dyn_cast<CallStepOp>(op);
  if (call)
    CallBuilder(call).expand();
  return static_cast<bool>(call);
}
