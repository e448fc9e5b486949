//===- NormalizeControlFlow.cpp - Control flow between kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "tir/Dialect/TIR/Analysis/LoopRows.h"

namespace tir {
#define GEN_PASS_DEF_TIRNORMALIZECONTROLFLOWPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static bool isControlFlow(Operation *op) {
  return isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op);
}

static bool isTensor(Type type) { return isa<TensorType>(type); }

//===----------------------------------------------------------------------===//
// Loops whose condition is in a tensor
//===----------------------------------------------------------------------===//

/// Returns true if the first region only reads the condition.
static bool isRotated(scf::WhileOp op) {
  return llvm::equal(op.getConditionOp().getArgs(), op.getBeforeArguments()) &&
         llvm::all_of(
             op.getBeforeBody()->without_terminator(), [](Operation &inner) {
               return isa<tensor::ExtractOp>(inner) ||
                      (isPure(&inner) && inner.getNumRegions() == 0 &&
                       llvm::none_of(inner.getResultTypes(), isTensor));
             });
}

/// Creates the operations of the first region of `op` at the insertion point.
/// Returns the condition in a tensor of one element, then the values that are
/// passed on.
static SmallVector<Value> emitCondition(OpBuilder &builder, scf::WhileOp op,
                                        ValueRange arguments) {
  IRMapping mapping;
  mapping.map(op.getBeforeArguments(), arguments);
  for (Operation &inner : op.getBeforeBody()->without_terminator())
    builder.clone(inner, mapping);
  scf::ConditionOp end = op.getConditionOp();
  Value condition = mapping.lookupOrDefault(end.getCondition());
  SmallVector<Value> values;
  // A condition that is loaded from memory need not be stored again.
  auto extract = condition.getDefiningOp<tensor::ExtractOp>();
  auto type = extract ? extract.getTensor().getType() : RankedTensorType();
  if (type && type.hasStaticShape() && type.getNumElements() == 1) {
    values.push_back(extract.getTensor());
    if (extract.use_empty())
      extract.erase();
  } else {
    type = RankedTensorType::get({}, builder.getI1Type());
    values.push_back(
        tensor::FromElementsOp::create(builder, op.getLoc(), type, condition));
  }
  for (Value value : end.getArgs())
    values.push_back(mapping.lookupOrDefault(value));
  return values;
}

/// Computes the condition before the loop and at the end of each iteration, and
/// carries it.
static void rotate(scf::WhileOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> inits = emitCondition(builder, op, op.getInits());
  TypeRange types = ValueRange(inits).getTypes();
  auto loop = scf::WhileOp::create(
      builder, loc, types, inits,
      [](OpBuilder &builder, Location loc, ValueRange carried) {
        auto type = cast<RankedTensorType>(carried.front().getType());
        SmallVector<Value> indices;
        for (int64_t dim = 0; dim < type.getRank(); ++dim)
          indices.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
        Value goOn =
            tensor::ExtractOp::create(builder, loc, carried.front(), indices);
        scf::ConditionOp::create(builder, loc, goOn, carried);
      },
      [&](OpBuilder &builder, Location loc, ValueRange carried) {
        IRMapping mapping;
        mapping.map(op.getAfterArguments(), carried.drop_front());
        for (Operation &inner : op.getAfterBody()->without_terminator())
          builder.clone(inner, mapping);
        auto next = llvm::map_to_vector(
            op.getYieldOp().getOperands(),
            [&](Value value) { return mapping.lookupOrDefault(value); });
        scf::YieldOp::create(builder, loc, emitCondition(builder, op, next));
      });
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.replaceAllUsesWith(loop.getResults().drop_front());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Numbers that control flow carries
//===----------------------------------------------------------------------===//

/// Returns true if `user`, which is between kernels or in one, belongs to a
/// kernel.
static bool isInKernel(Operation *user) {
  return !isControlFlow(user) && !user->hasTrait<OpTrait::IsTerminator>() &&
         !isa<tensor::FromElementsOp, BufferCallOpInterface>(user) &&
         !isLoopRow(user);
}

static bool feedsKernel(Value value);

/// Returns true if `user` is in a kernel, or computes a number for one.
static bool isForKernel(Operation *user) {
  // An operation nested in a kernel's operation counts as that operation.
  while (!isControlFlow(user->getParentOp()) &&
         !isa<FunctionOpInterface>(user->getParentOp()))
    user = user->getParentOp();
  return isInKernel(user) && (user->getNumRegions() != 0 ||
                              llvm::any_of(user->getResultTypes(), isTensor) ||
                              llvm::any_of(user->getResults(), feedsKernel));
}

/// Returns true if a kernel needs `value`, or a value that is computed from it.
static bool feedsKernel(Value value) {
  return llvm::any_of(value.getUsers(), isForKernel);
}

/// Passes a number to kernels through memory.
static void passThroughMemory(Value value, OpBuilder &builder) {
  if (!value.getType().isIntOrIndexOrFloat() || !feedsKernel(value))
    return;
  Location loc = value.getLoc();
  Value stored = value;
  if (value.getType().isIndex())
    stored =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  auto type = RankedTensorType::get({}, stored.getType());
  Value tensor = tensor::FromElementsOp::create(builder, loc, type, stored);
  Value loaded = tensor::ExtractOp::create(builder, loc, tensor,
                                           /*indices=*/ValueRange());
  if (loaded.getType() != value.getType())
    loaded = arith::IndexCastOp::create(builder, loc, value.getType(), loaded);
  value.replaceUsesWithIf(loaded, [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return user != stored.getDefiningOp() && user != tensor.getDefiningOp() &&
           isForKernel(user);
  });
}

/// Gives a row of a loop computations of its place that no kernel shares: they
/// stay between kernels.
static void separatePlace(Operation *row) {
  OpBuilder builder(row);
  for (OpOperand &operand : row->getOpOperands()) {
    Operation *producer = operand.get().getDefiningOp();
    if (isTensor(operand.get().getType()) || !producer ||
        producer->hasTrait<OpTrait::ConstantLike>())
      continue;
    Operation *clone = builder.clone(*producer);
    operand.set(
        clone->getResult(cast<OpResult>(operand.get()).getResultNumber()));
    separatePlace(clone);
  }
}

/// Computes `value`, which belongs to an outer block, in the block of the
/// insertion point, since the operations of a kernel are in one block.
static Value rematerialize(Value value, OpBuilder &builder,
                           DenseMap<Value, Value> &known) {
  Block *block = builder.getInsertionBlock();
  Operation *producer = value.getDefiningOp();
  if (!value.getType().isIntOrIndexOrFloat() || !producer ||
      producer->getBlock() == block || producer->getNumRegions() != 0 ||
      !isPure(producer) || producer->hasTrait<OpTrait::ConstantLike>())
    return value;
  if (Value here = known.lookup(value))
    return here;
  IRMapping mapping;
  for (Value operand : producer->getOperands())
    mapping.map(operand, rematerialize(operand, builder, known));
  Operation *clone = builder.clone(*producer, mapping);
  return known[value] =
             clone->getResult(cast<OpResult>(value).getResultNumber());
}

static void rematerializeScalars(Block &block) {
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  DenseMap<Value, Value> known;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isInKernel(&op))
      continue;
    op.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands()) {
        Operation *producer = operand.get().getDefiningOp();
        if (producer && !op.isAncestor(producer))
          operand.set(rematerialize(operand.get(), builder, known));
      }
    });
  }
}

static void normalize(Block &block) {
  rematerializeScalars(block);
  for (Operation &op : llvm::make_early_inc_range(block))
    if (auto loop = dyn_cast<scf::WhileOp>(op); loop && !isRotated(loop))
      rotate(loop);
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isControlFlow(&op))
      continue;
    for (Region &region : op.getRegions())
      for (Block &inner : region) {
        OpBuilder builder = OpBuilder::atBlockBegin(&inner);
        for (BlockArgument argument : inner.getArguments())
          passThroughMemory(argument, builder);
        normalize(inner);
      }
    OpBuilder builder(block.getParentOp()->getContext());
    builder.setInsertionPointAfter(&op);
    for (Value result : op.getResults())
      passThroughMemory(result, builder);
  }
}

namespace {
struct NormalizeControlFlowPass
    : public tir::impl::TIRNormalizeControlFlowPassBase<
          NormalizeControlFlowPass> {
  void runOnOperation() override {
    SmallVector<Operation *> rows;
    getOperation().walk([&](Operation *op) {
      if (isLoopRow(op))
        rows.push_back(op);
    });
    llvm::for_each(rows, separatePlace);
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && function.getBody().hasOneBlock())
        normalize(function.getBody().front());
  }
};
} // namespace
