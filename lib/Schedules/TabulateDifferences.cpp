//===- TabulateDifferences.cpp - Functions of differences from a maximum
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The softmax of int8 elements computes an exponential from four tables of 513
// numbers each, with an interpolation that such elements never need: they are
// at most 255 less than the maximum of their row.
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

#include "ElementFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/Transforms/Kernels/DeadOps.h"

namespace tir {
#define GEN_PASS_DEF_TIRTABULATEDIFFERENCESPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// How many numbers there are of int8 elements, and of their differences from a
/// maximum.
static constexpr int64_t kNumDifferences = 256;

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

namespace {
/// The differences of int8 elements from the maximum of those with the same
/// position in the dimensions that are not reduced.
struct Difference {
  linalg::GenericOp op;
  Value elements;
  linalg::ReduceOp maximum;
  tensor::ExpandShapeOp expand;
};
} // namespace

/// Returns the int8 tensor to whose elements an operation adds a number only.
static Value matchShiftedElements(Value tensor) {
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 1)
    return {};
  Value elements = generic.getDpsInputs()[0];
  if (!getElementTypeOrSelf(elements).isInteger(8) ||
      !getElementTypeOrSelf(tensor).isInteger(32))
    return {};
  FunctionEvaluator evaluator(elements, getInt8Numbers(tensor.getContext()));
  evaluator.evaluate(generic);
  if (!evaluator.isKnown(tensor))
    return {};
  int64_t first = 0;
  for (auto [i, number] : llvm::enumerate(evaluator.get(tensor))) {
    int64_t value = cast<IntegerAttr>(number).getInt();
    if (i == 0)
      first = value;
    else if (value != first + int64_t(i))
      return {};
  }
  return elements;
}

/// Returns whether `op` subtracts its second input from the first one.
static bool isSubtraction(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || !isElementByElement(op))
    return false;
  Block &body = *op.getBlock();
  auto sub = body.getTerminator()->getOperand(0).getDefiningOp<arith::SubIOp>();
  return sub && sub.getLhs() == body.getArgument(0) &&
         sub.getRhs() == body.getArgument(1);
}

/// Returns whether a reduction computes the maxima of elements.
static bool computesMaxima(linalg::ReduceOp reduce) {
  Block &body = reduce.getCombiner().front();
  APInt init;
  auto fill = reduce.getInits()[0].getDefiningOp<linalg::FillOp>();
  return reduce.getInputs().size() == 1 && fill &&
         matchPattern(fill.getInputs()[0], m_ConstantInt(&init)) &&
         init.isMinSignedValue() && body.getOperations().size() == 2 &&
         isa<arith::MaxSIOp>(body.front()) &&
         body.getTerminator()->getOperand(0) == body.front().getResult(0);
}

/// Returns the differences that an operation computes, if it does.
static std::optional<Difference> matchDifference(linalg::GenericOp op) {
  if (!isSubtraction(op))
    return std::nullopt;
  Value shifted = op.getDpsInputs()[0];
  auto expand = op.getDpsInputs()[1].getDefiningOp<tensor::ExpandShapeOp>();
  auto maximum = expand ? expand.getSrc().getDefiningOp<linalg::ReduceOp>()
                        : linalg::ReduceOp();
  if (!maximum || !computesMaxima(maximum) ||
      maximum.getInputs()[0] != shifted ||
      !op.getMatchingIndexingMap(op.getDpsInputOperand(0)).isIdentity())
    return std::nullopt;
  // Each element is compared with the maximum of its own row.
  auto type = cast<RankedTensorType>(shifted.getType());
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInputOperand(1));
  if (!type.hasStaticShape() ||
      map.getNumResults() != static_cast<unsigned>(type.getRank()))
    return std::nullopt;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    bool isReduced = llvm::is_contained(maximum.getDimensions(), dim);
    int64_t extent = expand.getResultType().getDimSize(dim);
    AffineExpr position = map.getResult(dim);
    bool isOwn =
        position == getAffineDimExpr(dim, op.getContext()) ||
        (extent == 1 && position == getAffineConstantExpr(0, op.getContext()));
    if (!isOwn || extent != (isReduced ? 1 : type.getDimSize(dim)))
      return std::nullopt;
  }
  Value elements = matchShiftedElements(shifted);
  if (!elements)
    return std::nullopt;
  return Difference{op, elements, maximum, expand};
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Creates the maxima of the elements themselves, in the shape in which they
/// are subtracted.
static Value createMaxima(ImplicitLocOpBuilder &b,
                          const Difference &difference) {
  linalg::ReduceOp old = difference.maximum;
  Type i8 = b.getI8Type();
  auto type = cast<RankedTensorType>(old->getResult(0).getType()).clone(i8);
  Value least = arith::ConstantOp::create(b, b.getIntegerAttr(i8, INT8_MIN));
  Value empty = tensor::EmptyOp::create(b, type.getShape(), i8);
  Value init = linalg::FillOp::create(b, least, empty).getResult(0);
  auto reduce = linalg::ReduceOp::create(
      b, difference.elements, init, old.getDimensions(),
      [](OpBuilder &inner, Location loc, ValueRange arguments) {
        Value larger =
            arith::MaxSIOp::create(inner, loc, arguments[0], arguments[1]);
        linalg::YieldOp::create(inner, loc, larger);
      });
  tensor::ExpandShapeOp expand = difference.expand;
  return tensor::ExpandShapeOp::create(b, expand.getResultType().clone(i8),
                                       reduce->getResult(0),
                                       expand.getReassociationIndices());
}

/// Replaces a function of differences by a table, which is indexed by their low
/// bytes.
static void replaceFunction(linalg::GenericOp op, const Difference &difference,
                            Value maxima, ArrayRef<Attribute> values) {
  linalg::GenericOp subtract = difference.op;
  replaceByTable(op, {difference.elements, maxima},
                 subtract.getIndexingMapsArray(), values,
                 [](ImplicitLocOpBuilder &body, ValueRange elements) -> Value {
                   return arith::SubIOp::create(body, elements[0], elements[1]);
                 });
}

/// Returns whether an operation reads a table itself, or by one of the
/// operations whose results it takes, up to those that have a table.
static bool readsTable(linalg::GenericOp op, const FunctionEvaluator &evaluator,
                       const llvm::DenseSet<Value> &tabulated) {
  if (!op.getBlock()->getOps<tensor::ExtractOp>().empty())
    return true;
  return llvm::any_of(op.getDpsInputs(), [&](Value input) {
    auto producer = input.getDefiningOp<linalg::GenericOp>();
    return producer && evaluator.isKnown(input) && !tabulated.contains(input) &&
           readsTable(producer, evaluator, tabulated);
  });
}

static void tabulateFunctions(Difference difference) {
  Block &block = *difference.op->getBlock();
  Type i32 = difference.op.getBlock()->getTerminator()->getOperand(0).getType();
  FunctionValues values;
  for (int64_t i = 0; i < kNumDifferences; ++i)
    values.push_back(IntegerAttr::get(i32, i == 0 ? 0 : i - kNumDifferences));
  Value variable = difference.op.getResult(0);
  FunctionEvaluator evaluator(variable, std::move(values));
  SmallVector<linalg::GenericOp> functions;
  for (Operation &op :
       llvm::make_range(std::next(difference.op->getIterator()), block.end())) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic || generic.getNumResults() != 1)
      continue;
    evaluator.evaluate(generic);
    if (evaluator.isKnown(generic.getResult(0)))
      functions.push_back(generic);
  }
  Value maxima;
  llvm::DenseSet<Value> tabulated;
  for (linalg::GenericOp function : functions) {
    Value result = function.getResult(0);
    // What only other functions read becomes a part of their tables.
    bool isRead = llvm::any_of(result.getUsers(), [&](Operation *user) {
      return user->getNumResults() != 1 ||
             !evaluator.isKnown(user->getResult(0));
    });
    if (!isRead || !readsTable(function, evaluator, tabulated))
      continue;
    if (!maxima) {
      ImplicitLocOpBuilder b(difference.maximum.getLoc(), difference.op);
      maxima = createMaxima(b, difference);
    }
    tabulated.insert(result);
    replaceFunction(function, difference, maxima, evaluator.get(result));
  }
}

namespace {
struct TabulateDifferencesPass
    : public tir::impl::TIRTabulateDifferencesPassBase<
          TabulateDifferencesPass> {
  void runOnOperation() override {
    getOperation()->walk([](FunctionOpInterface function) {
      if (function.isExternal())
        return;
      for (Block &block : function.getFunctionBody()) {
        SmallVector<Difference> differences;
        for (auto op : block.getOps<linalg::GenericOp>())
          if (std::optional<Difference> found = matchDifference(op))
            differences.push_back(*found);
        if (differences.empty())
          continue;
        llvm::for_each(differences, tabulateFunctions);
        eraseDeadOps(block);
      }
    });
  }
};
} // namespace
