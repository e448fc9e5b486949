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
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// What the call that copies a row of an input gets.
static constexpr unsigned kRow = 0, kPlace = 1;

RunSteps::RunSteps(PrimFuncOp main) : main(main) {
  findBody();
  findUnits();
  findFeed();
}

//===----------------------------------------------------------------------===//
// Finding the steps
//===----------------------------------------------------------------------===//

/// Returns the call of a hook of devices in `op`, or null.
static CallExternOp getHook(Operation &op, Hook hook) {
  auto call = dyn_cast<CallExternOp>(op);
  Value context = call ? call.getDeviceContext() : Value();
  bool isHook =
      context && getCallParts(call).isHook &&
      call.getCallee() ==
          hookName(cast<DeviceContextType>(context.getType()).getKind(),
                   stringifyHook(hook));
  return isHook ? call : CallExternOp();
}

/// Returns whether an operation has the same results at any time.
static bool canRunAnywhere(Operation &op) {
  return op.getNumRegions() == 0 && !op.hasTrait<OpTrait::IsTerminator>() &&
         (isMemoryEffectFree(&op) || isa<StructGetOp>(op));
}

/// Finds the block between the hooks that activate and deactivate devices, and
/// that end what they run.
void RunSteps::findBody() {
  body = &main.getBody().front();
  while (true) {
    TryOp inner;
    for (Operation &op : *body) {
      if (CallExternOp activation = getHook(op, Hook::Activate))
        activations.push_back(activation);
      auto tryOp = dyn_cast<TryOp>(op);
      if (!tryOp)
        continue;
      Operation &cleanup = tryOp.getCleanup().front().front();
      for (Hook hook : {Hook::Deactivate, Hook::Abort, Hook::Sync})
        if (CallExternOp call = getHook(cleanup, hook)) {
          SmallVector<CallExternOp> &calls =
              hook == Hook::Deactivate ? deactivations : ends;
          calls.insert(calls.begin(), call);
          inner = tryOp;
        }
    }
    if (!inner)
      return;
    for (Operation &op : *body)
      if (canRunAnywhere(op))
        shared.push_back(&op);
    body = &inner.getBody().front();
  }
}

/// Returns the number of iterations of a loop of which each is a step, or
/// std::nullopt.
static std::optional<int64_t> countIterations(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop || loop.getNumResults() != 0 ||
      getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1)
    return std::nullopt;
  std::optional<int64_t> count = getConstantIntValue(loop.getUpperBound());
  bool calls =
      loop.walk([](BufferCallOpInterface) { return WalkResult::interrupt(); })
          .wasInterrupted();
  return calls && count && *count > 0 ? count : std::nullopt;
}

/// Returns whether `op` writes a field of the model's variables.
static bool writesState(Operation *op) {
  auto isState = [](Value value) {
    return isa_and_present<StructGetOp>(getViewedBuffer(value).getDefiningOp());
  };
  return op
      ->walk([&](Operation *inner) {
        bool writes = !isMemoryEffectFree(inner) && !isa<StructGetOp>(inner) &&
                      llvm::any_of(inner->getOperands(), isState);
        return writes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns whether an operation calls a function with the attribute.
static bool callsMarked(Operation &op, StringRef attribute) {
  auto call = dyn_cast<CallTIROp>(op);
  Operation *callee = call ? call.lookupDeclaration() : nullptr;
  return callee && callee->hasAttr(attribute);
}

void RunSteps::findUnits() {
  llvm::SmallDenseSet<Operation *> isShared;
  SmallVector<Operation *> work;
  for (Operation &op : *body) {
    if (op.hasTrait<OpTrait::IsTerminator>() || getHook(op, Hook::Activate))
      continue;
    if (callsMarked(op, kBeforeStepsAttrName)) {
      setups.push_back(&op);
      continue;
    }
    if (callsMarked(op, kBeforeEachStepAttrName)) {
      renewals.push_back(&op);
      continue;
    }
    if (callsMarked(op, kAfterEachStepAttrName)) {
      checks.push_back(&op);
      continue;
    }
    bool canMove = llvm::all_of(op.getOperands(), [&](Value operand) {
      Operation *definition = operand.getDefiningOp();
      return !definition || isShared.contains(definition) ||
             definition->getBlock() != body;
    });
    if (canMove && canRunAnywhere(op)) {
      isShared.insert(&op);
      shared.push_back(&op);
    } else {
      work.push_back(&op);
    }
  }
  // A unit ends when nothing after it uses its results.
  llvm::DenseMap<Operation *, size_t> numbers;
  for (auto [number, op] : llvm::enumerate(work))
    numbers[op] = number;
  // All variables change together, when nothing else can fail.
  size_t firstOfEnd = work.size();
  while (firstOfEnd > 0 && writesState(work[firstOfEnd - 1]))
    --firstOfEnd;
  size_t last = 0;
  for (auto [number, op] : llvm::enumerate(work)) {
    if (units.empty() || (number > last && number <= firstOfEnd))
      units.emplace_back();
    units.back().ops.push_back(op);
    last = std::max(last, number);
    for (Operation *user : op->getUsers())
      if (Operation *inBody = body->findAncestorOpInBlock(*user))
        last = std::max(last, numbers.lookup(inBody));
  }
  for (Unit &unit : units) {
    unit.begin = count;
    if (std::optional<int64_t> iterations =
            unit.ops.size() == 1 ? countIterations(unit.ops.front())
                                 : std::nullopt) {
      unit.loop = cast<LoopLikeOpInterface>(unit.ops.front());
      unit.steps = *iterations;
    }
    count += unit.steps;
  }
}

/// Returns whether an operation copies a row that the application may hand over
/// instead.
static bool isFeed(Operation *op) {
  auto turns = op->getAttrOfType<TurnsAttr>(kRowsAttrName);
  return turns && turns.getFed() && isa<BufferCallOpInterface>(op);
}

/// Finds the call that copies the rows of an input. There are none if a pass
/// made several of it, or took the loop around it apart.
void RunSteps::findFeed() {
  unsigned numFeeds = 0;
  for (Unit &unit : units)
    for (Operation *op : unit.ops)
      op->walk([&](Operation *call) {
        if (!isFeed(call))
          return;
        auto turns = call->getAttrOfType<TurnsAttr>(kRowsAttrName);
        ++numFeeds;
        int64_t last =
            turns.getFirst() + (turns.getCalls() - 1) * turns.getPeriod();
        auto input =
            dyn_cast<BlockArgument>(getViewedBuffer(call->getOperand(kRow)));
        if (input && turns.getCalls() > 0 && last < unit.steps)
          feed = {call,
                  unit.loop,
                  unit.begin,
                  unit.begin + turns.getFirst(),
                  turns.getPeriod(),
                  turns.getCalls(),
                  input.getArgNumber()};
      });
  if (numFeeds != 1)
    feed = std::nullopt;
}

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
      if (isFeed(call))
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
