//===- IndexToArith.cpp - Operations on indices as arithmetic
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TOSAToLinalg/TOSAToLinalg.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"

using namespace mlir;

/// Replaces an operation by the one of another dialect with the same operands
/// and result.
template <typename From, typename To>
static LogicalResult rename(From op, PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<To>(op, op->getResultTypes(), op->getOperands());
  return success();
}

template <typename From>
static LogicalResult convertConstant(From op, PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(
      op, cast<TypedAttr>(Attribute(op.getValueAttr())));
  return success();
}

static LogicalResult convertCompare(index::CmpOp op,
                                    PatternRewriter &rewriter) {
  // The predicates have the same names in both dialects.
  std::optional<arith::CmpIPredicate> predicate = arith::symbolizeCmpIPredicate(
      index::stringifyIndexCmpPredicate(op.getPred()));
  if (!predicate)
    return rewriter.notifyMatchFailure(op, "an unknown predicate");
  rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, *predicate, op.getLhs(),
                                             op.getRhs());
  return success();
}

void tir::populateIndexToArithPatterns(RewritePatternSet &patterns) {
  patterns.add(rename<index::AddOp, arith::AddIOp>)
      .add(rename<index::SubOp, arith::SubIOp>)
      .add(rename<index::MulOp, arith::MulIOp>)
      .add(rename<index::DivSOp, arith::DivSIOp>)
      .add(rename<index::DivUOp, arith::DivUIOp>)
      .add(rename<index::CeilDivSOp, arith::CeilDivSIOp>)
      .add(rename<index::CeilDivUOp, arith::CeilDivUIOp>)
      .add(rename<index::FloorDivSOp, arith::FloorDivSIOp>)
      .add(rename<index::RemSOp, arith::RemSIOp>)
      .add(rename<index::RemUOp, arith::RemUIOp>)
      .add(rename<index::MaxSOp, arith::MaxSIOp>)
      .add(rename<index::MaxUOp, arith::MaxUIOp>)
      .add(rename<index::MinSOp, arith::MinSIOp>)
      .add(rename<index::MinUOp, arith::MinUIOp>)
      .add(rename<index::ShlOp, arith::ShLIOp>)
      .add(rename<index::ShrSOp, arith::ShRSIOp>)
      .add(rename<index::ShrUOp, arith::ShRUIOp>)
      .add(rename<index::AndOp, arith::AndIOp>)
      .add(rename<index::OrOp, arith::OrIOp>)
      .add(rename<index::XOrOp, arith::XOrIOp>)
      .add(rename<index::CastSOp, arith::IndexCastOp>)
      .add(rename<index::CastUOp, arith::IndexCastUIOp>)
      .add(convertConstant<index::ConstantOp>)
      .add(convertConstant<index::BoolConstantOp>)
      .add(convertCompare);
}
