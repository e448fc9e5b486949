//===- SetLLVMTarget.cpp - Triple and data layout on the module
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"
#include "tir/TargetInfo/TargetOptions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace tir {
#define GEN_PASS_DEF_TIRSETLLVMTARGETPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {

struct SetLLVMTargetPass
    : public tir::impl::TIRSetLLVMTargetPassBase<SetLLVMTargetPass> {
  using TIRSetLLVMTargetPassBase::TIRSetLLVMTargetPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetOptions options{triple, cpu, features, floatABI};
    if (failed(validateTarget(options, [&] { return module.emitError(); })))
      return signalPassFailure();
    Builder builder(&getContext());
    module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                    builder.getStringAttr(getTargetTriple(options)));
    module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                    builder.getStringAttr(getDataLayout(options)));
  }
};

} // namespace
