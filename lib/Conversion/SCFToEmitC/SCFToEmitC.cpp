//===- SCFToEmitC.cpp - Structured control flow as C statements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/SCFToEmitC/SCFToEmitC.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Conversion/EmitCCommon/EmitCBuilder.h"
#include "tir/Conversion/PatternFunctions.h"

using namespace mlir;
using namespace tir;

/// Creates a variable without a value for each result.
static FailureOr<SmallVector<Value>>
createVariables(EmitCBuilder &c, const TypeConverter &converter,
                TypeRange types) {
  SmallVector<Value> variables;
  for (Type type : types) {
    Type converted = converter.convertType(type);
    if (!converted || !emitc::isSupportedEmitCType(converted) ||
        isa<emitc::ArrayType>(converted))
      return failure();
    variables.push_back(c.variable(converted));
  }
  return variables;
}

static SmallVector<Value> loadAll(EmitCBuilder &c, ArrayRef<Value> variables) {
  return llvm::map_to_vector(variables, [&](Value v) { return c.load(v); });
}

/// Replaces the `scf.yield` that ends `block` by assignments.
static LogicalResult assignYield(ConversionPatternRewriter &rewriter,
                                 Block &block, ArrayRef<Value> variables) {
  auto yield = cast<scf::YieldOp>(block.getTerminator());
  rewriter.setInsertionPoint(yield);
  SmallVector<Value> values;
  if (failed(rewriter.getRemappedValues(yield.getOperands(), values)))
    return failure();
  EmitCBuilder c(rewriter, yield.getLoc());
  for (auto [variable, value] : llvm::zip_equal(variables, values))
    c.assign(variable, value);
  emitc::YieldOp::create(c.builder());
  rewriter.eraseOp(yield);
  return success();
}

static LogicalResult convertFor(scf::ForOp op, scf::ForOp::Adaptor adaptor,
                                const TypeConverter &converter,
                                ConversionPatternRewriter &rewriter) {
  Type type = converter.convertType(op.getInductionVar().getType());
  if (op.getUnsignedCmp() || !isa_and_present<IntegerType>(type))
    return rewriter.notifyMatchFailure(op, "does not count in signed numbers");
  EmitCBuilder c(rewriter, op.getLoc());
  FailureOr<SmallVector<Value>> variables =
      createVariables(c, converter, op.getResultTypes());
  if (failed(variables))
    return rewriter.notifyMatchFailure(op, "carries a value C cannot assign");
  for (auto [variable, init] :
       llvm::zip_equal(*variables, adaptor.getInitArgs()))
    c.assign(variable, init);
  auto loop = emitc::ForOp::create(c.builder(), adaptor.getLowerBound(),
                                   adaptor.getUpperBound(), adaptor.getStep());
  loop->setDiscardableAttrs(
      getBuiltinAttributes(llvm::to_vector(op->getDiscardableAttrs())));
  SmallVector<Value> results = loadAll(c, *variables);

  if (failed(rewriter.convertRegionTypes(&op.getRegion(), converter)))
    return failure();
  Block *body = loop.getBody();
  rewriter.eraseOp(body->getTerminator());
  rewriter.setInsertionPointToEnd(body);
  EmitCBuilder inBody(rewriter, op.getLoc());
  SmallVector<Value> arguments = {loop.getInductionVar()};
  llvm::append_range(arguments, loadAll(inBody, *variables));
  rewriter.mergeBlocks(&op.getRegion().front(), body, arguments);
  if (failed(assignYield(rewriter, *body, *variables)))
    return failure();
  rewriter.replaceOp(op, results);
  return success();
}

static LogicalResult convertToConditional(scf::IfOp op,
                                          scf::IfOp::Adaptor adaptor,
                                          ConversionPatternRewriter &rewriter,
                                          EmitCBuilder &c) {
  SmallVector<Value> ifTrue, ifFalse, results;
  if (failed(
          rewriter.getRemappedValues(op.thenYield().getOperands(), ifTrue)) ||
      failed(rewriter.getRemappedValues(op.elseYield().getOperands(), ifFalse)))
    return failure();
  for (auto [then, otherwise] : llvm::zip_equal(ifTrue, ifFalse))
    results.push_back(c.conditional(adaptor.getCondition(), then, otherwise));
  rewriter.replaceOp(op, results);
  return success();
}

static LogicalResult convertIf(scf::IfOp op, scf::IfOp::Adaptor adaptor,
                               const TypeConverter &converter,
                               ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  if (op.getNumResults() && llvm::hasSingleElement(*op.thenBlock()) &&
      llvm::hasSingleElement(*op.elseBlock()))
    return convertToConditional(op, adaptor, rewriter, c);
  FailureOr<SmallVector<Value>> variables =
      createVariables(c, converter, op.getResultTypes());
  if (failed(variables))
    return rewriter.notifyMatchFailure(op, "yields a value C cannot assign");
  auto branch = emitc::IfOp::create(c.builder(), adaptor.getCondition(),
                                    /*addThenBlock=*/false,
                                    /*addElseBlock=*/false);
  branch->setDiscardableAttrs(
      getBuiltinAttributes(llvm::to_vector(op->getDiscardableAttrs())));
  SmallVector<Value> results = loadAll(c, *variables);
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), branch->getRegions())) {
    if (from.empty())
      continue;
    rewriter.inlineRegionBefore(from, to, to.end());
    if (failed(assignYield(rewriter, to.front(), *variables)))
      return failure();
  }
  rewriter.replaceOp(op, results);
  return success();
}

/// Fills the block that `rewriter` inserts into.
static LogicalResult createBody(scf::WhileOp op, ArrayRef<Value> results,
                                ArrayRef<Value> carried, Value more,
                                ConversionPatternRewriter &rewriter) {
  Block *body = rewriter.getInsertionBlock();
  EmitCBuilder c(rewriter, op.getLoc());
  scf::ConditionOp condition = op.getConditionOp();
  rewriter.mergeBlocks(op.getBeforeBody(), body, loadAll(c, carried));
  rewriter.setInsertionPoint(condition);
  SmallVector<Value> passed;
  Value holds = rewriter.getRemappedValue(condition.getCondition());
  if (!holds || failed(rewriter.getRemappedValues(condition.getArgs(), passed)))
    return failure();
  EmitCBuilder atEnd(rewriter, condition.getLoc());
  for (auto [variable, value] : llvm::zip_equal(results, passed))
    atEnd.assign(variable, value);
  atEnd.assign(more, holds);
  auto branch = emitc::IfOp::create(rewriter, op.getLoc(), holds,
                                    /*addThenBlock=*/false,
                                    /*addElseBlock=*/false);
  rewriter.eraseOp(condition);
  Block *then = rewriter.createBlock(&branch.getThenRegion());
  rewriter.mergeBlocks(op.getAfterBody(), then, passed);
  return assignYield(rewriter, *then, carried);
}

static void createCondition(emitc::DoOp loop, Value more,
                            ConversionPatternRewriter &rewriter) {
  Location loc = loop.getLoc();
  Block *block = rewriter.createBlock(&loop.getConditionRegion());
  auto expression = emitc::ExpressionOp::create(
      rewriter, loc, rewriter.getI1Type(), ValueRange(more));
  emitc::YieldOp::create(rewriter, loc, expression.getResult());
  Block &inside = expression.createBody();
  rewriter.setInsertionPointToStart(&inside);
  Value loaded = emitc::LoadOp::create(rewriter, loc, rewriter.getI1Type(),
                                       inside.getArgument(0));
  emitc::YieldOp::create(rewriter, loc, loaded);
  rewriter.setInsertionPointToEnd(block);
}

/// `do { before; result = carried; more = condition; if (more) after; }
/// while (more);`: upstream's pattern does not convert the types of values that
/// the loop carries.
static LogicalResult convertWhile(scf::WhileOp op,
                                  scf::WhileOp::Adaptor adaptor,
                                  const TypeConverter &converter,
                                  ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  FailureOr<SmallVector<Value>> results =
      createVariables(c, converter, op.getResultTypes());
  FailureOr<SmallVector<Value>> carried =
      createVariables(c, converter, op.getInits().getTypes());
  if (failed(results) || failed(carried))
    return rewriter.notifyMatchFailure(op, "carries a value C cannot assign");
  for (auto [variable, init] : llvm::zip_equal(*carried, adaptor.getInits()))
    c.assign(variable, init);
  Value more = c.variable(rewriter.getI1Type());
  for (Region *region : {&op.getBefore(), &op.getAfter()})
    if (failed(rewriter.convertRegionTypes(region, converter)))
      return failure();
  auto loop = emitc::DoOp::create(rewriter, op.getLoc());
  rewriter.createBlock(&loop.getBodyRegion());
  if (failed(createBody(op, *results, *carried, more, rewriter)))
    return failure();
  createCondition(loop, more, rewriter);
  rewriter.setInsertionPointAfter(loop);
  EmitCBuilder behind(rewriter, op.getLoc());
  rewriter.replaceOp(op, loadAll(behind, *results));
  return success();
}

void tir::inlineScopes(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](Operation *op) {
    if (!isa<scf::ExecuteRegionOp, memref::AllocaScopeOp>(op) ||
        !op->getRegion(0).hasOneBlock())
      return;
    Block *block = &op->getRegion(0).front();
    Operation *end = block->getTerminator();
    SmallVector<Value> results(end->getOperands());
    rewriter.inlineBlockBefore(block, op);
    rewriter.replaceOp(op, results);
    rewriter.eraseOp(end);
  });
}

void tir::populateSCFToEmitCSignedPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/2, convertWhile, convertIf,
                 convertFor);
}
