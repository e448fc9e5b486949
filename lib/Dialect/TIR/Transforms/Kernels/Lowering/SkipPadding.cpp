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

namespace {
/// What the values of a body are where an operand is padding.
class PaddedBody {
public:
  PaddedBody(linalg::LinalgOp op, OpOperand &operand, Attribute padding)
      : op(op) {
    constants[op.getMatchingBlockArgument(&operand)] = padding;
    for (OpOperand *input : op.getDpsInputOperands()) {
      Attribute value;
      if (matchPattern(input->get(), m_Constant(&value)) &&
          isa<TypedAttr>(value) && !isa<ShapedType>(input->get().getType()))
        constants[op.getMatchingBlockArgument(input)] = value;
    }
  }

  /// Returns the value that `value` is equal to.
  Value resolve(Value value) const {
    Value alias = aliases.lookup(value);
    return alias ? alias : value;
  }
  /// Finds what the result of an operation is.
  void visit(Operation &inner);

private:
  bool visitNeutral(Operation &inner, ArrayRef<Attribute> attributes);

  linalg::LinalgOp op;
  DenseMap<Value, Attribute> constants;
  DenseMap<Value, Value> aliases;
};
} // namespace

/// Visits operations that MLIR does not fold. Returns false for other ones.
bool PaddedBody::visitNeutral(Operation &inner,
                              ArrayRef<Attribute> attributes) {
  Value result = inner.getResult(0);
  bool hasZero = llvm::any_of(attributes, isZero);
  if (isa<arith::MulIOp, arith::MulFOp>(inner) && hasZero) {
    constants[result] = *llvm::find_if(attributes, isZero);
    return true;
  }
  if (isa<arith::AddIOp, arith::AddFOp>(inner) && hasZero) {
    unsigned other = isZero(attributes[0]) ? 1 : 0;
    aliases[result] = resolve(inner.getOperand(other));
    return true;
  }
  if (!isa<arith::MaxSIOp, arith::MaxUIOp, arith::MaximumFOp, arith::MaxNumFOp,
           arith::MinSIOp, arith::MinUIOp, arith::MinimumFOp, arith::MinNumFOp>(
          inner) ||
      (!attributes[0] && !attributes[1]))
    return false;
  // An accumulator that starts with this value never becomes smaller (larger).
  unsigned constant = attributes[0] ? 0 : 1;
  Value other = resolve(inner.getOperand(1 - constant));
  for (auto [index, argument] : llvm::enumerate(op.getRegionOutputArgs()))
    if (other == argument && getInitialValue(op, index) == attributes[constant])
      aliases[result] = other;
  return true;
}

void PaddedBody::visit(Operation &inner) {
  auto attributes = llvm::map_to_vector(inner.getOperands(), [&](Value v) {
    Attribute value = constants.lookup(v);
    if (!value)
      matchPattern(v, m_Constant(&value));
    return value;
  });
  SmallVector<OpFoldResult> folded;
  if (visitNeutral(inner, attributes) ||
      failed(inner.fold(attributes, folded)) || folded.size() != 1)
    return;
  Value result = inner.getResult(0);
  if (auto attribute = dyn_cast<Attribute>(folded.front())) {
    constants[result] = attribute;
    return;
  }
  Value same = resolve(cast<Value>(folded.front()));
  aliases[result] = same;
  if (Attribute known = constants.lookup(same))
    constants[result] = known;
}

bool tir::canSkipPadding(linalg::LinalgOp op, OpOperand &operand,
                         Attribute padding) {
  PaddedBody values(op, operand, padding);
  Block *body = op.getBlock();
  for (Operation &inner : body->without_terminator()) {
    if (inner.getNumResults() != 1)
      return false;
    values.visit(inner);
  }
  return llvm::all_of_zip(body->getTerminator()->getOperands(),
                          op.getRegionOutputArgs(),
                          [&](Value yielded, Value argument) {
                            return values.resolve(yielded) == argument;
                          });
}
