//===- ControlFlow.cpp - TOSA's branches and loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;

// A condition is a tensor of any rank that has one element. Upstream extracts
// it without indices, which verifies only for rank 0. It also copies regions,
// so that one conversion visits nested operations twice, and fails.

/// Returns true for a tensor with one element.
static bool isCondition(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 1;
}

static Value extractCondition(PatternRewriter &rewriter, Location loc,
                              Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getRank() != 0)
    tensor = tensor::CollapseShapeOp::create(
        rewriter, loc, type.clone(ArrayRef<int64_t>{}), tensor,
        ArrayRef<ReassociationIndices>{});
  return tensor::ExtractOp::create(rewriter, loc, tensor);
}

/// Moves the one block of `from` to `to`, where `inputs` replace its arguments.
static void moveRegion(PatternRewriter &rewriter, Region &from, Region &to,
                       ValueRange inputs) {
  Block *target = rewriter.createBlock(&to);
  Block *source = &from.front();
  rewriter.inlineBlockBefore(source, target, target->end(), inputs);
  Operation *yield = target->getTerminator();
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, yield->getOperands());
}

/// TOSA 1.0, Control Flow Operators, COND_IF.
static LogicalResult lowerConditional(tosa::IfOp op,
                                      PatternRewriter &rewriter) {
  if (!isCondition(op.getCondition()))
    return rewriter.notifyMatchFailure(op, "not one condition");
  Location loc = op.getLoc();
  Value condition = extractCondition(rewriter, loc, op.getCondition());
  auto branch = scf::IfOp::create(rewriter, loc, op.getResultTypes(), condition,
                                  /*addThenBlock=*/false,
                                  /*addElseBlock=*/false);
  moveRegion(rewriter, op.getThenGraph(), branch.getThenRegion(),
             op.getInputList());
  moveRegion(rewriter, op.getElseGraph(), branch.getElseRegion(),
             op.getInputList());
  rewriter.replaceOp(op, branch.getResults());
  return success();
}

/// TOSA 1.0, Control Flow Operators, WHILE_LOOP.
static LogicalResult lowerLoop(tosa::WhileOp op, PatternRewriter &rewriter) {
  Block *test = &op.getCondGraph().front(), *body = &op.getBodyGraph().front();
  if (!isCondition(test->getTerminator()->getOperand(0)))
    return rewriter.notifyMatchFailure(op, "not one condition");
  auto loop = scf::WhileOp::create(rewriter, op.getLoc(), op.getResultTypes(),
                                   op.getInputList());
  rewriter.inlineRegionBefore(op.getCondGraph(), loop.getBefore(),
                              loop.getBefore().end());
  rewriter.inlineRegionBefore(op.getBodyGraph(), loop.getAfter(),
                              loop.getAfter().end());
  Operation *yield = test->getTerminator();
  rewriter.setInsertionPoint(yield);
  Value goesOn =
      extractCondition(rewriter, yield->getLoc(), yield->getOperand(0));
  rewriter.replaceOpWithNewOp<scf::ConditionOp>(yield, goesOn,
                                                test->getArguments());
  yield = body->getTerminator();
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, yield->getOperands());
  rewriter.replaceOp(op, loop.getResults());
  return success();
}

void tir::populateControlFlowPatterns(RewritePatternSet &patterns) {
  patterns.add(lowerConditional, kBeforeUpstream)
      .add(lowerLoop, kBeforeUpstream);
}
