//===- SkipPadding.cpp - Padding that changes no accumulator
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkipPadding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;

/// Returns the scalar that a reduction's accumulators are initialized with, or
/// null.
static Attribute getInitialValue(linalg::LinalgOp op, unsigned result) {
  Value init = op.getDpsInitOperand(result)->get();
  Attribute value;
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    matchPattern(fill.getInputs()[0], m_Constant(&value));
  return value;
}

static bool isZero(Attribute value) {
  return value && (matchPattern(value, m_Zero()) ||
                   matchPattern(value, m_AnyZeroFloat()));
}

bool tir::canSkipPadding(linalg::LinalgOp op, OpOperand &operand,
                         Attribute padding) {
  Block *body = op.getBlock();
  DenseMap<Value, Attribute> constants;
  DenseMap<Value, Value> aliases;
  constants[op.getMatchingBlockArgument(&operand)] = padding;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Attribute value;
    if (matchPattern(input->get(), m_Constant(&value)) &&
        isa<TypedAttr>(value) && !isa<ShapedType>(input->get().getType()))
      constants[op.getMatchingBlockArgument(input)] = value;
  }
  auto resolve = [&](Value value) {
    Value alias = aliases.lookup(value);
    return alias ? alias : value;
  };
  for (Operation &inner : body->without_terminator()) {
    auto attributes = llvm::map_to_vector(inner.getOperands(), [&](Value v) {
      Attribute value = constants.lookup(v);
      if (!value)
        matchPattern(v, m_Constant(&value));
      return value;
    });
    if (inner.getNumResults() != 1)
      return false;
    Value result = inner.getResult(0);
    if (isa<arith::MulIOp, arith::MulFOp>(inner) &&
        llvm::any_of(attributes, isZero)) {
      constants[result] = *llvm::find_if(attributes, isZero);
      continue;
    }
    if (isa<arith::AddIOp, arith::AddFOp>(inner) &&
        llvm::any_of(attributes, isZero)) {
      unsigned other = isZero(attributes[0]) ? 1 : 0;
      aliases[result] = resolve(inner.getOperand(other));
      continue;
    }
    if (isa<arith::MaxSIOp, arith::MaxUIOp, arith::MaximumFOp, arith::MaxNumFOp,
            arith::MinSIOp, arith::MinUIOp, arith::MinimumFOp,
            arith::MinNumFOp>(inner) &&
        (attributes[0] || attributes[1])) {
      // An accumulator that starts with this value never becomes smaller
      // (larger).
      unsigned constant = attributes[0] ? 0 : 1;
      Value other = resolve(inner.getOperand(1 - constant));
      for (auto [index, argument] : llvm::enumerate(op.getRegionOutputArgs()))
        if (other == argument &&
            getInitialValue(op, index) == attributes[constant])
          aliases[result] = other;
      continue;
    }
    SmallVector<OpFoldResult> folded;
    if (failed(inner.fold(attributes, folded)) || folded.size() != 1)
      continue;
    if (auto attribute = dyn_cast<Attribute>(folded.front())) {
      constants[result] = attribute;
      continue;
    }
    Value same = resolve(cast<Value>(folded.front()));
    aliases[result] = same;
    if (Attribute known = constants.lookup(same))
      constants[result] = known;
  }
  for (auto [yielded, argument] : llvm::zip_equal(
           body->getTerminator()->getOperands(), op.getRegionOutputArgs()))
    if (resolve(yielded) != argument)
      return false;
  return true;
}
