//===- Scatter.cpp - TOSA's scatter, element by element
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;

/// TOSA 1.0, Scatter/Gather Operators, SCATTER. Upstream writes a loop that
/// inserts rows, which is not an elementwise computation. Here each element
/// looks for the row that is written to it (there is at most one). This needs
/// more comparisons, but gives an ordinary kernel.
static LogicalResult lowerScatter(tosa::ScatterOp op,
                                  PatternRewriter &rewriter) {
  MLIRContext *context = op.getContext();
  AffineExpr n, k, c, w;
  bindDims(context, n, k, c, w);
  AffineMap maps[] = {AffineMap::get(4, 0, {n, w}, context),
                      AffineMap::get(4, 0, {n, w, c}, context),
                      AffineMap::get(4, 0, {n, k, c}, context)};
  using utils::IteratorType;
  IteratorType iterators[] = {IteratorType::parallel, IteratorType::parallel,
                              IteratorType::parallel, IteratorType::reduction};
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, op.getType(), ValueRange{op.getIndices(), op.getInput()},
      ValueRange{op.getValuesIn()}, maps, iterators,
      [](OpBuilder &builder, Location loc, ValueRange args) {
        Value row = linalg::IndexOp::create(builder, loc, 1);
        row = arith::IndexCastOp::create(builder, loc, args[0].getType(), row);
        Value here = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::eq, args[0], row);
        Value value =
            arith::SelectOp::create(builder, loc, here, args[1], args[2]);
        linalg::YieldOp::create(builder, loc, value);
      });
  return success();
}

void tir::populateScatterPatterns(RewritePatternSet &patterns) {
  patterns.add(lowerScatter, kBeforeUpstream);
}
