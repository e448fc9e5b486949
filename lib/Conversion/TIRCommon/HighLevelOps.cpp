//===- HighLevelOps.cpp - What must be lowered before a back end's conversion
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRCommon/HighLevelOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kHighLevel[] = {
    "tir.prim_func",    "tir.call_tir",    "tir.call_packed",
    "tir.call_cpacked", "tir.call_extern", "tir.get_device_context"};

LogicalResult tir::checkLowLevel(Operation *op) {
  if (!llvm::is_contained(kHighLevel, op->getName().getStringRef()))
    return success();
  return op->emitOpError("leaves its calling convention open, which no back "
                         "end can lower; run tir-make-unpacked-api first");
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
  for (StringRef name : kHighLevel)
    patterns.add<HighLevelOpError>(name, patterns.getContext());
}
