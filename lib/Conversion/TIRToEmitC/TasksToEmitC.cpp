//===- TasksToEmitC.cpp - Parts of kernels that threads compute, in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Dialect/TIR/IR/TaskOps.h"

using namespace mlir;
using namespace tir;

namespace {
struct ConvertTaskAddress : OpConversionPattern<TaskAddressOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(TaskAddressOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    // The cast also makes int32_t an int, where one is a long. The address is
    // only passed on: C has no pointer to void for it.
    rewriter.replaceOp(
        op, c.opaque(getTypeConverter()->convertType(op.getType()),
                     ("(" + kParallelLambda + ")" + op.getTask()).str()));
    return success();
  }
};

struct ConvertNumTasks : OpConversionPattern<NumTasksOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NumTasksOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    Value group =
        c.cast(getPointerTo(getContext(), kParallelGroup), adaptor.getGroup());
    Value count = createMember(c, createElement(c, group, 0), "num_task",
                               rewriter.getI32Type());
    rewriter.replaceOp(op, c.load(count));
    return success();
  }
};
} // namespace

void tir::populateTasksToEmitCPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<ConvertTaskAddress, ConvertNumTasks>(converter,
                                                    patterns.getContext());
}
