//===- TasksToEmitC.cpp - Parts of kernels that threads compute, in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/TIR/IR/TaskOps.h"

using namespace mlir;
using namespace tir;

static LogicalResult convertTaskAddress(TaskAddressOp op,
                                        TaskAddressOp::Adaptor,
                                        const TypeConverter &converter,
                                        ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  // The cast also makes int32_t an int, where one is a long. The address is
  // only passed on: C has no pointer to void for it.
  rewriter.replaceOp(
      op, c.opaque(converter.convertType(op.getType()),
                   ("(" + kParallelLambda + ")" + op.getTask()).str()));
  return success();
}

static LogicalResult convertNumTasks(NumTasksOp op, NumTasksOp::Adaptor adaptor,
                                     const TypeConverter &,
                                     ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  Value group = c.cast(getPointerTo(rewriter.getContext(), kParallelGroup),
                       adaptor.getGroup());
  Value count = createMember(c, createElement(c, group, 0), "num_task",
                             rewriter.getI32Type());
  rewriter.replaceOp(op, c.load(count));
  return success();
}

void tir::populateTasksToEmitCPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, convertTaskAddress,
                 convertNumTasks);
}
