//===- LanesLayout.cpp - Constants in the layout of #kernel.lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLayout.h"
#include "LanesKernel.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class LanesLayout : private KernelLayout {
public:
  LanesLayout(PrimFuncOp function, const BlockedKernel &kernel,
              LanesScheduleAttr schedule, ArrayRef<CallTIROp> calls,
              SymbolTable &symbols)
      : KernelLayout(function, kernel, schedule, calls, symbols),
        blocks(kernel, schedule.getPixels(), schedule.getLanes()) {}

  LogicalResult run();

private:
  DenseElementsAttr pack(const BlockedKernel &sum, unsigned call);
  void rewriteWeights(const BlockedKernel &sum);

  LanesBlocks blocks;
};
} // namespace

/// Returns a call's weights, product by product in each group of channels.
DenseElementsAttr LanesLayout::pack(const BlockedKernel &sum, unsigned call) {
  DenseElementsAttr weights = arguments.getConstant(call, sum.weights);
  int64_t products = sum.getProducts(), group = blocks.lanes;
  SmallVector<float> packed(llvm::alignTo(sum.channels, group) * products, 0);
  int64_t number = 0;
  for (float weight : weights.getValues<float>()) {
    int64_t channel = number / products, product = number % products;
    packed[(channel / group * products + product) * group + channel % group] =
        weight;
    ++number;
  }
  return DenseElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(packed.size())},
                            builder.getF32Type()),
      ArrayRef<float>(packed));
}

void LanesLayout::rewriteWeights(const BlockedKernel &sum) {
  Value packed = arguments.addConstant(
      "packed_weights", [&](unsigned call) { return pack(sum, call); });
  builder.setInsertionPointAfterValue(packed);
  linalg::LinalgOp conv = sum.conv;
  OpOperand *weights = conv.getDpsInputOperand(1);
  weights->set(UnpackLanesOp::create(builder, conv.getLoc(),
                                     weights->get().getType(),
                                     getReadArgument(packed), blocks.lanes));
}

LogicalResult LanesLayout::run() {
  if (hasPackedWeights(kernel)) {
    bool hasConstants = true;
    kernel.forSums([&](const BlockedKernel &sum) {
      for (unsigned call = 0; call < numCalls; ++call)
        hasConstants &= arguments.getConstant(call, sum.weights) != nullptr;
    });
    if (!hasConstants)
      return failure();
    kernel.forSums([&](const BlockedKernel &sum) { rewriteWeights(sum); });
  }
  if (blocks.needsScratch())
    arguments.addScratch(
        "sums", MemRefType::get({blocks.getNumSums()}, builder.getF32Type()));
  return finish();
}

LogicalResult tir::layOutLanesKernel(FunctionOpInterface kernel,
                                     LanesScheduleAttr schedule,
                                     ArrayRef<Operation *> calls,
                                     SymbolTable &symbols) {
  return layOutConstants<LanesLayout>(matchFloatKernel(kernel), kernel,
                                      schedule, calls, symbols);
}
