//===- HighLevelOps.cpp - What must be lowered before a back end's conversion
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRCommon/HighLevelOps.h"

using namespace mlir;
using namespace tir;

/// The high-level operations, and the pass that lowers each of them.
static constexpr std::pair<StringLiteral, StringLiteral> kHighLevel[] = {
    {"tir.prim_func", "tir-make-unpacked-api"},
    {"tir.call_tir", "tir-make-unpacked-api"},
    {"tir.call_packed", "tir-lower-packed-calls"},
    {"tir.call_cpacked", "tir-lower-cpacked-calls"},
    {"tir.call_extern", "tir-make-unpacked-api"},
    {"tir.get_device_context", "tir-thread-device-contexts"},
    {"tir.sync", "tir-insert-device-hooks"},
    {"tir.try", "tir-lower-try"}};

LogicalResult tir::checkLowLevel(Operation *op) {
  for (auto [name, pass] : kHighLevel) {
    if (op->getName().getStringRef() != name)
      continue;
    StringRef problem = name == "tir.try"
                            ? "leaves open how its clean-up is reached"
                            : "leaves its calling convention open";
    return op->emitOpError(problem)
           << ", which no back end can lower; run " << pass << " first";
  }
  return success();
}

namespace {
struct HighLevelOpError : ConversionPattern {
  HighLevelOpError(StringRef name, MLIRContext *context)
      : ConversionPattern(name, /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value>,
                                ConversionPatternRewriter &) const override {
    return checkLowLevel(op);
  }
};
} // namespace

void tir::populateHighLevelOpErrorPatterns(RewritePatternSet &patterns) {
  for (auto [name, pass] : kHighLevel)
    patterns.add<HighLevelOpError>(name, patterns.getContext());
}
