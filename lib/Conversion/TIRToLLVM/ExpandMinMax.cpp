//===- ExpandMinMax.cpp - The larger and the smaller of two floats
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/TargetParser/Triple.h"

namespace tir {
#define GEN_PASS_DEF_TIREXPANDMINMAXPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns whether LLVM makes vectors of a loop with its intrinsic for a
/// maximum or minimum, and needs no call for it.
static bool hasVectors(Operation *op) {
  auto module = op->getParentOfType<ModuleOp>();
  auto name = module ? module->getAttrOfType<StringAttr>(
                           LLVM::LLVMDialect::getTargetTripleAttrName())
                     : StringAttr();
  if (!name)
    return false;
  llvm::Triple triple(name.getValue());
  return (triple.getArch() == llvm::Triple::x86_64 || triple.isAArch64()) &&
         (op->getResult(0).getType().isF32() ||
          op->getResult(0).getType().isF64());
}

/// Returns the comparison by which an operand wins against a constant:
/// `takesEqual` if it wins also when both are equal, `takesNaN` if it wins when
/// it is a NaN.
static arith::CmpFPredicate choosePredicate(bool isMax, bool takesEqual,
                                            bool takesNaN) {
  using Pred = arith::CmpFPredicate;
  constexpr Pred kPredicates[2][2][2] = {
      {{Pred::OLT, Pred::ULT}, {Pred::OLE, Pred::ULE}},
      {{Pred::OGT, Pred::UGT}, {Pred::OGE, Pred::UGE}}};
  return kPredicates[isMax][takesEqual][takesNaN];
}

namespace {
/// With `ignoresNaN`, the result is NaN only if both operands are, otherwise if
/// one is. The C makes the same comparisons (FloatArithToEmitC.cpp).
template <typename Op, bool isMax, bool ignoresNaN>
LogicalResult expandMinMax(Op op, PatternRewriter &rewriter) {
  auto type = dyn_cast<FloatType>(op.getType());
  if (!type)
    return rewriter.notifyMatchFailure(op, "not of scalars");
  Location loc = op.getLoc();
  Value lhs = op.getLhs(), rhs = op.getRhs();
  using Pred = arith::CmpFPredicate;
  auto compare = [&](Pred predicate, Value a, Value b) -> Value {
    return arith::CmpFOp::create(rewriter, loc, predicate, a, b);
  };
  Pred beats = isMax ? Pred::OGT : Pred::OLT;
  APFloat constant(0.0);
  if (matchPattern(op.getRhs(), m_ConstantFloat(&constant)) &&
      !constant.isNaN()) {
    // Equal numbers differ only in the sign of 0, which the constant decides.
    bool wins = constant.isZero() && constant.isNegative() != isMax;
    Pred predicate = choosePredicate(isMax, !wins, /*takesNaN=*/!ignoresNaN);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(
        op, compare(predicate, lhs, rhs), lhs, rhs);
    return success();
  }
  if constexpr (!ignoresNaN)
    if (hasVectors(op)) {
      using Intrinsic =
          std::conditional_t<isMax, LLVM::MaximumOp, LLVM::MinimumOp>;
      rewriter.replaceOpWithNewOp<Intrinsic>(op, lhs, rhs);
      return success();
    }
  Value isNaN =
      ignoresNaN ? compare(Pred::UNO, rhs, rhs) : compare(Pred::UNO, lhs, lhs);
  Value takeLhs =
      arith::OrIOp::create(rewriter, loc, isNaN, compare(beats, lhs, rhs));
  Value ofOther = arith::SelectOp::create(rewriter, loc, takeLhs, lhs, rhs);
  // Equal numbers have the same bits, except for the sign of 0.
  Type bits = rewriter.getIntegerType(type.getWidth());
  Value a = arith::BitcastOp::create(rewriter, loc, bits, lhs);
  Value b = arith::BitcastOp::create(rewriter, loc, bits, rhs);
  Value both = isMax ? Value(arith::AndIOp::create(rewriter, loc, a, b))
                     : Value(arith::OrIOp::create(rewriter, loc, a, b));
  Value ofEqual = arith::BitcastOp::create(rewriter, loc, type, both);
  rewriter.replaceOpWithNewOp<arith::SelectOp>(op, compare(Pred::OEQ, lhs, rhs),
                                               ofEqual, ofOther);
  return success();
}

struct ExpandMinMaxPass
    : public tir::impl::TIRExpandMinMaxPassBase<ExpandMinMaxPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(expandMinMax<arith::MaximumFOp, true, false>)
        .add(expandMinMax<arith::MinimumFOp, false, false>)
        .add(expandMinMax<arith::MaxNumFOp, true, true>)
        .add(expandMinMax<arith::MinNumFOp, false, true>);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
