//===- MakeRowKernels.cpp - Kernels that compute one row
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSlicer.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Rows/RowKernels.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKEROWKERNELSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

std::string tir::explainNoRows(PrimFuncOp kernel) {
  RowSlicer slicer(kernel);
  if (PrimFuncOp row = slicer.run())
    row->erase();
  return slicer.getReason().str();
}

PrimFuncOp tir::makeRowKernel(PrimFuncOp kernel) {
  return RowSlicer(kernel).run();
}

namespace {
struct MakeRowKernelsPass
    : public tir::impl::TIRMakeRowKernelsPassBase<MakeRowKernelsPass> {
  using TIRMakeRowKernelsPassBase::TIRMakeRowKernelsPassBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (PrimFuncOp kernel :
         llvm::to_vector(getOperation().getOps<PrimFuncOp>())) {
      if (!kernel.isPrivate())
        continue;
      PrimFuncOp row = RowSlicer(kernel).run();
      if (!row)
        continue;
      row.setSymName((kernel.getSymName() + "_row").str());
      symbols.insert(row, std::next(kernel->getIterator()));
      updateKernel(kernel, [&](KernelParts &parts) {
        parts.rowKernel = FlatSymbolRefAttr::get(row);
      });
    }
  }
};
} // namespace
