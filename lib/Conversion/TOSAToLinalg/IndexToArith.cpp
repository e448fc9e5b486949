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

namespace {
/// Replaces an operation by the one of another dialect with the same operands
/// and result.
template <typename From, typename To>
struct Rename : public OpRewritePattern<From> {
  using OpRewritePattern<From>::OpRewritePattern;

  LogicalResult matchAndRewrite(From op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(op, op->getResultTypes(),
                                    op->getOperands());
    return success();
  }
};

template <typename From>
struct ConvertConstant : public OpRewritePattern<From> {
  using OpRewritePattern<From>::OpRewritePattern;

  LogicalResult matchAndRewrite(From op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, cast<TypedAttr>(Attribute(op.getValueAttr())));
    return success();
  }
};

struct ConvertCompare : public OpRewritePattern<index::CmpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(index::CmpOp op,
                                PatternRewriter &rewriter) const override {
    // The predicates have the same names in both dialects.
    std::optional<arith::CmpIPredicate> predicate =
        arith::symbolizeCmpIPredicate(
            index::stringifyIndexCmpPredicate(op.getPred()));
    if (!predicate)
      return rewriter.notifyMatchFailure(op, "an unknown predicate");
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, *predicate, op.getLhs(),
                                               op.getRhs());
    return success();
  }
};
} // namespace

void tir::populateIndexToArithPatterns(RewritePatternSet &patterns) {
  patterns.add<
      Rename<index::AddOp, arith::AddIOp>, Rename<index::SubOp, arith::SubIOp>,
      Rename<index::MulOp, arith::MulIOp>,
      Rename<index::DivSOp, arith::DivSIOp>,
      Rename<index::DivUOp, arith::DivUIOp>,
      Rename<index::CeilDivSOp, arith::CeilDivSIOp>,
      Rename<index::CeilDivUOp, arith::CeilDivUIOp>,
      Rename<index::FloorDivSOp, arith::FloorDivSIOp>,
      Rename<index::RemSOp, arith::RemSIOp>,
      Rename<index::RemUOp, arith::RemUIOp>,
      Rename<index::MaxSOp, arith::MaxSIOp>,
      Rename<index::MaxUOp, arith::MaxUIOp>,
      Rename<index::MinSOp, arith::MinSIOp>,
      Rename<index::MinUOp, arith::MinUIOp>,
      Rename<index::ShlOp, arith::ShLIOp>,
      Rename<index::ShrSOp, arith::ShRSIOp>,
      Rename<index::ShrUOp, arith::ShRUIOp>,
      Rename<index::AndOp, arith::AndIOp>, Rename<index::OrOp, arith::OrIOp>,
      Rename<index::XOrOp, arith::XOrIOp>,
      Rename<index::CastSOp, arith::IndexCastOp>,
      Rename<index::CastUOp, arith::IndexCastUIOp>,
      ConvertConstant<index::ConstantOp>,
      ConvertConstant<index::BoolConstantOp>, ConvertCompare>(
      patterns.getContext());
}
