//===- MaskData.cpp - Keep what depends on memory in range
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRMASKDATAPASS
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// Finds values that depend on memory, so that they can be any number.
class DataDependence {
public:
  bool depends(Value value) {
    if (auto known = results.find(value); known != results.end())
      return known->second;
    // A value that depends on itself, in a loop, is found by its other origins.
    results[value] = false;
    bool result = compute(value);
    results[value] = result;
    return result;
  }

private:
  bool dependsOnBounds(LoopLikeOpInterface loop) {
    for (auto bounds : {loop.getLoopLowerBounds(), loop.getLoopUpperBounds(),
                        loop.getLoopSteps()})
      for (OpFoldResult bound : bounds.value_or(SmallVector<OpFoldResult>()))
        if (auto value = dyn_cast<Value>(bound); value && depends(value))
          return true;
    return false;
  }

  bool compute(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast_if_present<LoopLikeOpInterface>(
          argument.getOwner()->getParentOp());
      if (!loop)
        return false;
      if (llvm::is_contained(
              loop.getLoopInductionVars().value_or(SmallVector<Value>()),
              value))
        return dependsOnBounds(loop);
      return true;
    }
    Operation *op = value.getDefiningOp();
    if (isMemoryEffectFree(op) && op->getNumRegions() == 0)
      return llvm::any_of(op->getOperands(), [&](Value operand) {
        return operand.getType().isIntOrIndexOrFloat() && depends(operand);
      });
    return true;
  }

  llvm::DenseMap<Value, bool> results;
};

/// Masks the values of one function.
class DataMasks {
public:
  explicit DataMasks(DataFlowSolver &solver) : solver(solver) {}

  void visit(Operation *op);
  void apply();

private:
  bool isBelow(Value value, uint64_t bound);
  bool mayBe(Value value, const APInt &number);
  void maskPositions(Operation *op, MutableOperandRange positions,
                     MemRefType type);

  DataFlowSolver &solver;
  DataDependence dependence;
  /// What changes, after everything is analysed.
  SmallVector<OpOperand *> shifts, divisors;
  SmallVector<std::pair<OpOperand *, int64_t>> positions;
};
} // namespace

/// Returns whether the value is in [0, bound) as the analysis sees it.
bool DataMasks::isBelow(Value value, uint64_t bound) {
  auto *state = solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!state || state->getValue().isUninitialized())
    return false;
  const ConstantIntRanges &range = state->getValue().getValue();
  return range.umax().ult(bound);
}

bool DataMasks::mayBe(Value value, const APInt &number) {
  auto *state = solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!state || state->getValue().isUninitialized())
    return true;
  const ConstantIntRanges &range = state->getValue().getValue();
  return range.umin().ule(number) && number.ule(range.umax()) &&
         range.smin().sle(number) && number.sle(range.smax());
}

void DataMasks::maskPositions(Operation *op, MutableOperandRange operands,
                              MemRefType type) {
  for (auto [dim, operand] : llvm::enumerate(operands)) {
    int64_t size = type.getDimSize(dim);
    if (!ShapedType::isDynamic(size) && dependence.depends(operand.get()) &&
        !isBelow(operand.get(), size))
      positions.push_back({&operand, size});
  }
}

void DataMasks::visit(Operation *op) {
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) {
    OpOperand &amount = op->getOpOperand(1);
    Type type = amount.get().getType();
    if (type.isInteger() && type.getIntOrFloatBitWidth() > 1 &&
        dependence.depends(amount.get()) &&
        !isBelow(amount.get(), type.getIntOrFloatBitWidth()))
      shifts.push_back(&amount);
  } else if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
                 arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(
                 op)) {
    OpOperand &divisor = op->getOpOperand(1);
    Type type = divisor.get().getType();
    if (!type.isInteger() || type.getIntOrFloatBitWidth() <= 1 ||
        !dependence.depends(divisor.get()))
      return;
    unsigned bits = type.getIntOrFloatBitWidth();
    if (mayBe(divisor.get(), APInt::getZero(bits)) ||
        mayBe(divisor.get(), APInt::getAllOnes(bits)))
      divisors.push_back(&divisor);
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    maskPositions(op, load.getIndicesMutable(), load.getMemRefType());
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    maskPositions(op, store.getIndicesMutable(), store.getMemRefType());
  }
}

static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            const APInt &value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

static void maskDivisor(OpOperand &divisor) {
  Operation *op = divisor.getOwner();
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value value = divisor.get();
  Type type = value.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  auto equals = [&](Value number, const APInt &constant) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, number,
                                 createConstant(builder, loc, type, constant))
        .getResult();
  };
  Value isWrong = equals(value, APInt::getZero(bits));
  if (isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
          arith::FloorDivSIOp>(op)) {
    Value overflows = arith::AndIOp::create(
        builder, loc, equals(value, APInt::getAllOnes(bits)),
        equals(op->getOperand(0), APInt::getSignedMinValue(bits)));
    isWrong = arith::OrIOp::create(builder, loc, isWrong, overflows);
  }
  divisor.set(arith::SelectOp::create(
      builder, loc, isWrong, createConstant(builder, loc, type, APInt(bits, 1)),
      value));
}

void DataMasks::apply() {
  for (OpOperand *shift : shifts) {
    OpBuilder builder(shift->getOwner());
    Location loc = shift->getOwner()->getLoc();
    Type type = shift->get().getType();
    unsigned bits = type.getIntOrFloatBitWidth();
    shift->set(arith::AndIOp::create(
        builder, loc, shift->get(),
        createConstant(builder, loc, type, APInt(bits, bits - 1))));
  }
  for (auto [position, size] : positions) {
    OpBuilder builder(position->getOwner());
    Location loc = position->getOwner()->getLoc();
    Value last = arith::ConstantIndexOp::create(builder, loc, size - 1);
    position->set(arith::MinUIOp::create(builder, loc, position->get(), last));
  }
  for (OpOperand *divisor : divisors)
    maskDivisor(*divisor);
}

namespace {
struct MaskDataPass : public tir::impl::TIRMaskDataPassBase<MaskDataPass> {
  void runOnOperation() override {
    dropPromises();
    DataFlowSolver solver;
    dataflow::loadBaselineAnalyses(solver);
    solver.load<dataflow::IntegerRangeAnalysis>();
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    DataMasks masks(solver);
    getOperation().walk([&](Operation *op) { masks.visit(op); });
    masks.apply();
  }

private:
  /// Sums that are known to fit do so for the model's own numbers only.
  void dropPromises() {
    DataDependence dependence;
    auto none = arith::IntegerOverflowFlags::none;
    getOperation().walk([&](Operation *op) {
      auto sum = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
      if (sum && sum.getOverflowAttr().getValue() != none &&
          dependence.depends(op->getResult(0)))
        op->setAttr(
            sum.getIntegerOverflowAttrName(),
            arith::IntegerOverflowFlagsAttr::get(op->getContext(), none));
    });
  }
};
} // namespace
