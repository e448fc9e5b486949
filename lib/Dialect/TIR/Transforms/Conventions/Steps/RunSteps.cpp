//===- RunSteps.cpp - A run in parts
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunSteps.h"

#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// The operand of the call that copies a row of an input that is its place.
static constexpr unsigned kPlace = 1;

//===----------------------------------------------------------------------===//
// Code in other places
//===----------------------------------------------------------------------===//

static Value createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// Computes a value of the main function somewhere else.
Value RunSteps::cloneValue(OpBuilder &builder, Value value,
                           llvm::function_ref<Value(unsigned)> getArgument,
                           IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *definition = value.getDefiningOp();
  if (!definition) {
    Value given = getArgument(cast<BlockArgument>(value).getArgNumber());
    mapping.map(value, given);
    return given;
  }
  for (Value operand : definition->getOperands())
    cloneValue(builder, operand, getArgument, mapping);
  builder.clone(*definition, mapping);
  return mapping.lookup(value);
}

/// Maps the number of the loop's iteration to the one that gets this row.
void RunSteps::mapIteration(OpBuilder &builder, Location loc, Value row,
                            IRMapping &mapping) {
  Value iteration = arith::MulIOp::create(
      builder, loc, row, createIndex(builder, loc, feed->period));
  iteration = arith::AddIOp::create(
      builder, loc, iteration,
      createIndex(builder, loc, feed->first - feed->begin));
  // A loop of one iteration may be gone.
  if (feed->loop)
    mapping.map(*feed->loop.getSingleInductionVar(), iteration);
}

Value RunSteps::getPlace(OpBuilder &builder, Location loc,
                         llvm::function_ref<Value(unsigned)> getArgument,
                         Value row) {
  IRMapping mapping;
  mapIteration(builder, loc, row, mapping);
  return cloneValue(builder, feed->call->getOperand(kPlace), getArgument,
                    mapping);
}

void RunSteps::call(OpBuilder &builder, Location loc,
                    llvm::function_ref<Value(unsigned)> getArgument,
                    Value first, Value end) {
  SmallVector<Value> args;
  for (Value step : {first, end})
    args.push_back(
        arith::IndexCastOp::create(builder, loc, builder.getI32Type(), step));
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (!feed || i != feed->input)
      args.push_back(getArgument(i));
  CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(function), args);
}

//===----------------------------------------------------------------------===//
// The function that runs some steps
//===----------------------------------------------------------------------===//

/// Erases the call that copies a row of the input, as whoever calls the
/// function does so, and what only it used. Nothing else of these operations
/// changes, whatever other passes put beside the call.
static void leaveOutFeed(ArrayRef<Operation *> ops) {
  SmallVector<Operation *> feeds;
  for (Operation *op : ops)
    op->walk([&](Operation *call) {
      if (RunSteps::isFeed(call))
        feeds.push_back(call);
    });
  llvm::SetVector<Operation *> unused;
  auto erase = [&](Operation *op) {
    for (Value operand : op->getOperands())
      // What all steps use stays.
      if (Operation *definition = operand.getDefiningOp();
          definition && !isa<PrimFuncOp>(definition->getParentOp()))
        unused.insert(definition);
    op->erase();
  };
  llvm::for_each(feeds, erase);
  while (!unused.empty())
    if (Operation *op = unused.pop_back_val(); isOpTriviallyDead(op))
      erase(op);
}

/// Runs the unit that contains the step, by bisection.
void RunSteps::buildUnits(OpBuilder &builder, ArrayRef<Unit> parts, Value step,
                          IRMapping &mapping) {
  Location loc = main.getLoc();
  if (parts.size() > 1) {
    size_t half = parts.size() / 2;
    Value isBefore =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, step,
                              createIndex(builder, loc, parts[half].begin));
    auto branch = scf::IfOp::create(builder, loc, isBefore,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    buildUnits(builder, parts.take_front(half), step, mapping);
    builder.setInsertionPointToStart(branch.elseBlock());
    buildUnits(builder, parts.drop_front(half), step, mapping);
    return;
  }
  const Unit &unit = parts.front();
  SmallVector<Operation *> copies;
  if (unit.loop) {
    Value iteration = step;
    if (unit.begin != 0)
      iteration = arith::SubIOp::create(builder, loc, step,
                                        createIndex(builder, loc, unit.begin));
    auto loop = cast<scf::ForOp>(*unit.loop);
    mapping.map(loop.getInductionVar(), iteration);
    for (Operation &op : loop.getBody()->without_terminator())
      copies.push_back(builder.clone(op, mapping));
  } else {
    for (Operation *op : unit.ops)
      copies.push_back(builder.clone(*op, mapping));
  }
  leaveOutFeed(copies);
}

void RunSteps::outline(SymbolTable &symbols) {
  OpBuilder builder(main.getContext());
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  SmallVector<unsigned> kept;
  for (StringRef name : {"first_step", "end"}) {
    types.push_back(builder.getI32Type());
    attrs.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttrName, builder.getStringAttr(name))));
  }
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    if (feed && i == feed->input)
      continue;
    kept.push_back(i);
    types.push_back(main.getArgumentTypes()[i]);
    DictionaryAttr own = main.getArgAttrDict(i);
    attrs.push_back(own ? own : builder.getDictionaryAttr({}));
  }
  function = PrimFuncOp::create(builder, main.getLoc(), "steps",
                                builder.getFunctionType(types, {}),
                                ArrayRef<NamedAttribute>(), attrs);
  function.setPrivate();
  symbols.insert(function, Block::iterator(main));
  builder.setInsertionPointToStart(function.addEntryBlock());
  Location loc = main.getLoc();
  IRMapping mapping;
  for (auto [i, index] : llvm::enumerate(kept))
    mapping.map(main.getArgument(index), function.getArgument(i + 2));
  // The whole input is only read by calls that are left out.
  auto isKept = [&](Value operand) { return mapping.contains(operand); };
  for (Operation *op : shared)
    if (llvm::all_of(op->getOperands(), isKept))
      builder.clone(*op, mapping);
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      value);
  };
  Value first = toIndex(function.getArgument(0));
  Value end = toIndex(function.getArgument(1));
  if (!setups.empty()) {
    Value isFirst =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, first,
                              createIndex(builder, loc, 0));
    auto branch = scf::IfOp::create(builder, loc, isFirst);
    OpBuilder inner = branch.getThenBodyBuilder();
    for (Operation *setup : setups)
      inner.clone(*setup, mapping);
  }
  for (Operation *renewal : renewals)
    builder.clone(*renewal, mapping);
  auto loop = scf::ForOp::create(builder, loc, first, end,
                                 createIndex(builder, loc, 1));
  for (Operation *check : checks)
    builder.clone(*check, mapping);
  ReturnOp::create(builder, loc);
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  if (!units.empty())
    buildUnits(builder, units, loop.getInductionVar(), mapping);
}

//===----------------------------------------------------------------------===//
// A whole run
//===----------------------------------------------------------------------===//

void RunSteps::runAll() {
  Location loc = main.getLoc();
  OpBuilder builder = OpBuilder::atBlockEnd(body);
  if (!body->empty() && body->back().hasTrait<OpTrait::IsTerminator>())
    builder.setInsertionPoint(&body->back());
  auto getArgument = [&](unsigned index) -> Value {
    return main.getArgument(index);
  };
  if (!feed) {
    call(builder, loc, getArgument, createIndex(builder, loc, 0),
         createIndex(builder, loc, count));
  } else {
    call(builder, loc, getArgument, createIndex(builder, loc, 0),
         createIndex(builder, loc, feed->first));
    auto loop = scf::ForOp::create(builder, loc, createIndex(builder, loc, 0),
                                   createIndex(builder, loc, feed->rows),
                                   createIndex(builder, loc, 1));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(loop.getBody()->getTerminator());
    Value row = loop.getInductionVar();
    IRMapping mapping;
    mapIteration(builder, loc, row, mapping);
    for (Value operand : feed->call->getOperands())
      cloneValue(builder, operand, getArgument, mapping);
    builder.clone(*feed->call, mapping)->removeAttr(kRowsAttrName);
    Value period = createIndex(builder, loc, feed->period);
    Value first = arith::AddIOp::create(
        builder, loc, arith::MulIOp::create(builder, loc, row, period),
        createIndex(builder, loc, feed->first));
    Value isLast =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, row,
                              createIndex(builder, loc, feed->rows - 1));
    Value end = arith::SelectOp::create(
        builder, loc, isLast, createIndex(builder, loc, count),
        arith::AddIOp::create(builder, loc, first, period));
    call(builder, loc, getArgument, first, end);
  }
  for (ArrayRef<Operation *> calls : {setups, renewals, checks})
    for (Operation *call : calls)
      call->erase();
  for (Unit &unit : llvm::reverse(units))
    for (Operation *op : llvm::reverse(unit.ops))
      op->erase();
  for (Operation *op : llvm::reverse(shared))
    if (op->use_empty())
      op->erase();
}
