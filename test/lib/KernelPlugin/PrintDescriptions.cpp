//===- PrintDescriptions.cpp - What the analysis of kernels says
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintDescriptions.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "tir/Dialect/TIR/Analysis/KernelDescription.h"
#include "tir/Dialect/TIR/Analysis/LoopNames.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;

namespace {
struct PrintDescriptionsPass
    : public PassWrapper<PrintDescriptionsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintDescriptionsPass)

  StringRef getArgument() const override {
    return "testkernels-print-descriptions";
  }
  StringRef getDescription() const override {
    return "Print the description of each kernel and the names of its loops";
  }
  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<tir::PrimFuncOp>()) {
      if (!kernel.isPrivate() || kernel.isExternal())
        continue;
      llvm::outs() << "@" << kernel.getSymName() << ": ";
      tir::KernelDescription(kernel).print(llvm::outs());
      kernel.walk([](linalg::LinalgOp op) {
        llvm::outs() << "  loops of " << op->getName() << ": ";
        llvm::interleave(tir::getLoopNames(op), llvm::outs(), " ");
        llvm::outs() << "; of its result: ";
        llvm::interleave(tir::getDimensionNames(op->getResult(0)), llvm::outs(),
                         " ");
        llvm::outs() << "\n";
      });
    }
    markAllAnalysesPreserved();
  }
};
} // namespace

void testkernels::registerPrintDescriptions() {
  PassRegistration<PrintDescriptionsPass>();
}
