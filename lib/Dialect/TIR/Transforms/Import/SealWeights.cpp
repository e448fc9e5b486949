//===- SealWeights.cpp - Keep the values of weights from passes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"

namespace tir {
#define GEN_PASS_DEF_TIRSEALWEIGHTSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Single numbers are often part of what an operator computes, and are read as
/// such by passes. Types of few bits share bytes in ways that depend on the
/// values.
static bool isSealed(DenseElementsAttr values) {
  Type element = values.getElementType();
  return values.getNumElements() > 1 && element.isIntOrFloat() &&
         llvm::is_contained({8, 16, 32, 64}, element.getIntOrFloatBitWidth());
}

namespace {
struct SealWeightsPass
    : public tir::impl::TIRSealWeightsPassBase<SealWeightsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      function.walk([](arith::ConstantOp constant) {
        auto values = dyn_cast<DenseElementsAttr>(constant.getValue());
        if (values && isSealed(values))
          constant.setValueAttr(cast<TypedAttr>(sealConstant(values)));
      });
  }
};
} // namespace
