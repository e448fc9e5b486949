//===- StepEntries.cpp - What the application calls during a run
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepEntries.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;
using arith::CmpIPredicate;

/// The numbers in the progress.
static constexpr int64_t kNext = 0, kRows = 1, kCode = 2, kNumbers = 3;
/// The first of them without a run, while a part of it runs, and after a part
/// failed.
static constexpr int32_t kNoRun = 0, kRuns = -1, kFailed = -2;
/// What `_step` and `_feed` return. A code of a kernel may be any number, so
/// it is in the progress.
static constexpr int32_t kError = -1, kDone = 0, kMore = 1, kNeedsRow = 2;

StepEntries::StepEntries(func::FuncOp run, BufferCallOpInterface callOfMain,
                         RunSteps &steps, WorkspaceGuard *guard, bool hasSteps,
                         OnError onError)
    : run(run), callOfMain(callOfMain), steps(steps), guard(guard),
      hasSteps(hasSteps), onError(onError), builder(run.getContext()),
      loc(run.getLoc()), model(getModelName(run).str()),
      structName(mangleSymbol(model, "progress")) {}

//===----------------------------------------------------------------------===//
// Functions and values
//===----------------------------------------------------------------------===//

bool StepEntries::isPassed(unsigned index, Passes passes) {
  auto name = run.getArgAttrOfType<StringAttr>(index, kNameAttrName);
  auto structure = SymbolTable::lookupNearestSymbolFrom<StructOp>(
      run, getPort(run, index).structName);
  // An input that comes by rows does not exist as a whole.
  if (steps.feed && name == "inputs" && structure.getFields().size() == 1)
    return false;
  return passes == Passes::All ||
         name == (passes == Passes::Pools ? "workspace_pools" : "devices");
}

/// Begins a function, which gets the progress first. A private one gets the
/// first and the last step of a part instead.
void StepEntries::begin(StringRef suffix, Passes passes, Type result,
                        bool isPrivate) {
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  auto add = [&](Type type, StringRef name, StringRef structure = "") {
    NamedAttrList own;
    own.set(kNameAttrName, builder.getStringAttr(name));
    if (!structure.empty())
      updatePort(own, builder.getContext(), [&](PortParts &port) {
        port.structName = builder.getStringAttr(structure);
      });
    types.push_back(type);
    attrs.push_back(own.getDictionary(builder.getContext()));
  };
  if (isPrivate) {
    add(builder.getI32Type(), "first_step");
    add(builder.getI32Type(), "end");
  } else {
    add(HandleType::get(builder.getContext()), "progress", structName);
  }
  size_t numOwn = types.size();
  SmallVector<BlockArgument> given;
  for (BlockArgument argument : run.getArguments())
    if (isPassed(argument.getArgNumber(), passes)) {
      given.push_back(argument);
      types.push_back(argument.getType());
      attrs.push_back(run.getArgAttrDict(argument.getArgNumber()));
    }
  builder.setInsertionPointToEnd(run->getParentOfType<ModuleOp>().getBody());
  entry = func::FuncOp::create(builder, loc, mangleSymbol(model, suffix),
                               builder.getFunctionType(types, result));
  entry.setAllArgAttrs(attrs);
  if (isPrivate)
    entry.setPrivate();
  builder.setInsertionPointToStart(entry.addEntryBlock());
  mapping.clear();
  for (auto [argument, passed] :
       llvm::zip_equal(given, entry.getArguments().drop_front(numOwn)))
    mapping.map(argument, passed);
  progress =
      isPrivate
          ? Value()
          : StructGetOp::create(builder, loc,
                                MemRefType::get(kNumbers, builder.getI32Type()),
                                entry.getArgument(0), structName, "position");
}

void StepEntries::end(Value result) {
  func::ReturnOp::create(builder, loc, result);
}

/// Returns the value of an argument of the main function, as `run` passes it.
Value StepEntries::getArgument(unsigned number) {
  Value value = callOfMain.getArgOperands()[number];
  if (Value known = mapping.lookupOrNull(value))
    return known;
  // What a step uses is there on all of its paths.
  OpBuilder::InsertionGuard guard(builder);
  if (progress)
    builder.setInsertionPointAfterValue(progress);
  else
    builder.setInsertionPointToStart(&entry.getBody().front());
  builder.clone(*value.getDefiningOp(), mapping);
  return mapping.lookup(value);
}

Value StepEntries::number(int32_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI32IntegerAttr(value));
}

Value StepEntries::load(int64_t field) {
  Value index = arith::ConstantIndexOp::create(builder, loc, field);
  return memref::LoadOp::create(builder, loc, progress, index);
}

void StepEntries::store(Value value, int64_t field) {
  Value index = arith::ConstantIndexOp::create(builder, loc, field);
  memref::StoreOp::create(builder, loc, value, progress, index);
}

void StepEntries::require(Value condition, StringRef message) {
  AssertOp::create(builder, loc, condition, builder.getStringAttr(message),
                   /*number=*/Value(),
                   OnErrorAttr::get(builder.getContext(), onError),
                   /*kind=*/nullptr);
}

Value StepEntries::compare(CmpIPredicate predicate, Value left, Value right) {
  return arith::CmpIOp::create(builder, loc, predicate, left, right);
}

Value StepEntries::add(Value value, int32_t summand) {
  return arith::AddIOp::create(builder, loc, value, number(summand));
}

/// Returns the step before which a row must exist, plus 1: as in the
/// progress.
Value StepEntries::getStepOfRow(Value row) {
  Value step =
      arith::MulIOp::create(builder, loc, row, number(steps.feed->period));
  return add(step, steps.feed->first + 1);
}

/// Returns whether the next step needs the next row.
Value StepEntries::needsRow(Value next, Value row) {
  Value isLeft = compare(CmpIPredicate::ult, row, number(steps.feed->rows));
  Value isNow = compare(CmpIPredicate::eq, next, getStepOfRow(row));
  return arith::AndIOp::create(builder, loc, isLeft, isNow);
}

/// The function that runs steps, of which the first and the end are numbers as
/// in the progress, and returns the first code that is not 0.
void StepEntries::createPart() {
  begin("run_part", Passes::All, builder.getI32Type(), /*isPrivate=*/true);
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      add(value, -1));
  };
  steps.call(
      builder, loc, [&](unsigned index) { return getArgument(index); },
      toIndex(entry.getArgument(0)), toIndex(entry.getArgument(1)));
  end(number(0));
  part = entry;
}

/// Runs steps as that function does. If one fails, the run can only be aborted.
/// Until then, nothing else can: `next` is what the progress was.
Value StepEntries::runSteps(Value next, Value end) {
  if (guard)
    guard->takeForStep(builder);
  Value before = createExchange(builder, loc, progress, kNext, kRuns);
  Value isSame = compare(CmpIPredicate::eq, before, next);
  // What an interrupt did in the meantime remains.
  auto changed =
      scf::IfOp::create(builder, loc, compare(CmpIPredicate::ne, before, next));
  builder.setInsertionPointToStart(changed.thenBlock());
  store(before, kNext);
  if (guard)
    guard->leaveAfterStep(builder);
  builder.setInsertionPointAfter(changed);
  require(isSame, model + ": the run has been ended by an interrupt");
  SmallVector<Value> args = {next, end};
  llvm::append_range(args, entry.getArguments().drop_front());
  Value code = func::CallOp::create(builder, loc, part, args).getResult(0);
  if (guard)
    guard->leaveAfterStep(builder);
  store(code, kCode);
  Value isDone = compare(CmpIPredicate::eq, code, number(0));
  store(arith::SelectOp::create(builder, loc, isDone, end, number(kFailed)),
        kNext);
  return code;
}

/// Returns `status`, or that a part of the run failed with `code`.
Value StepEntries::unlessFailed(Value code, Value status) {
  return arith::SelectOp::create(builder, loc,
                                 compare(CmpIPredicate::eq, code, number(0)),
                                 status, number(kError));
}

void StepEntries::callHooks(ArrayRef<CallExternOp> hooks) {
  for (CallExternOp hook : hooks) {
    IRMapping contexts;
    for (Value operand : hook->getOperands())
      if (auto argument = dyn_cast<BlockArgument>(operand))
        contexts.map(operand, getArgument(argument.getArgNumber()));
    builder.clone(*hook, contexts);
  }
}

/// Activates devices, and then begins the run. If one of them fails, those that
/// are active are deactivated, and no run has begun.
void StepEntries::activate(ArrayRef<CallExternOp> hooks) {
  if (hooks.empty()) {
    store(number(1), kNext);
    return;
  }
  CallExternOp hook = hooks.front();
  callHooks(hook);
  const auto *undo =
      llvm::find_if(steps.deactivations, [&](CallExternOp deactivation) {
        return deactivation.getDeviceContext() == hook.getDeviceContext();
      });
  hooks = hooks.drop_front();
  if (hooks.empty() || undo == steps.deactivations.end())
    return activate(hooks);
  auto tryOp = TryOp::create(builder, loc);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&tryOp.getBody());
  activate(hooks);
  builder.createBlock(&tryOp.getCleanup());
  auto failed = scf::IfOp::create(
      builder, loc, compare(CmpIPredicate::eq, load(kNext), number(kNoRun)));
  builder.setInsertionPointToStart(failed.thenBlock());
  callHooks(*undo);
}

/// Deactivates all devices, even if one of them fails.
void StepEntries::deactivate() {
  ArrayRef<CallExternOp> hooks = steps.deactivations;
  if (hooks.size() < 2)
    return callHooks(hooks);
  auto tryOp = TryOp::create(builder, loc);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&tryOp.getBody());
  callHooks(hooks.front());
  builder.createBlock(&tryOp.getCleanup());
  callHooks(hooks.drop_front());
}

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

void StepEntries::createBegin() {
  begin("begin", hasSteps ? Passes::Devices : Passes::All,
        builder.getI32Type());
  require(compare(CmpIPredicate::eq, load(kNext), number(kNoRun)),
          model + "_begin: this progress has a run already; end or abort it, "
                  "or set a new progress to 0 first");
  if (guard)
    guard->take(builder);
  if (!guard || steps.activations.empty()) {
    activate(steps.activations);
  } else {
    auto tryOp = TryOp::create(builder, loc);
    OpBuilder::InsertionGuard restore(builder);
    builder.createBlock(&tryOp.getBody());
    activate(steps.activations);
    builder.createBlock(&tryOp.getCleanup());
    auto failed = scf::IfOp::create(
        builder, loc, compare(CmpIPredicate::eq, load(kNext), number(kNoRun)));
    builder.setInsertionPointToStart(failed.thenBlock());
    guard->leave(builder);
  }
  store(number(0), kRows);
  store(number(0), kCode);
  if (hasSteps)
    return end(number(0));
  end(runSteps(number(1), getStepOfRow(number(0))));
}

void StepEntries::createRow() {
  Type handle = HandleType::get(builder.getContext());
  begin("row", Passes::Pools, handle);
  Value row = load(kRows);
  auto result =
      scf::IfOp::create(builder, loc, TypeRange(handle),
                        needsRow(load(kNext), row), /*withElseRegion=*/true);
  builder.setInsertionPointToStart(result.thenBlock());
  Value index =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), row);
  Value place = steps.getPlace(
      builder, loc, [&](unsigned number) { return getArgument(number); },
      index);
  scf::YieldOp::create(builder, loc,
                       Value(PointerCastOp::create(builder, loc, handle, place,
                                                   /*offset=*/Value())));
  builder.setInsertionPointToStart(result.elseBlock());
  scf::YieldOp::create(builder, loc,
                       Value(NullOp::create(builder, loc, handle)));
  builder.setInsertionPointAfter(result);
  end(result.getResult(0));
}

void StepEntries::createFeed() {
  begin("feed", hasSteps ? Passes::Nothing : Passes::All, builder.getI32Type());
  Value next = load(kNext), row = load(kRows);
  require(needsRow(next, row),
          model + "_feed: the run does not need a row now; hand one over if "
                  "_row returns where it goes");
  Value rows = add(row, 1);
  store(rows, kRows);
  if (hasSteps) {
    end(number(kMore));
    return;
  }
  Value isLast = compare(CmpIPredicate::eq, rows, number(steps.feed->rows));
  auto select = [&](Value yes, Value no) -> Value {
    return arith::SelectOp::create(builder, loc, isLast, yes, no);
  };
  Value code =
      runSteps(next, select(number(steps.count + 1), getStepOfRow(rows)));
  end(unlessFailed(code, select(number(kDone), number(kMore))));
}

void StepEntries::createStep() {
  begin("step", Passes::All, builder.getI32Type());
  Value next = load(kNext);
  require(isPosition(next),
          model + "_step: no run is in progress, or a step of it runs or has "
                  "failed; begin one");
  Value last = number(steps.count + 1);
  Value isDone = compare(CmpIPredicate::eq, next, last);
  Value waits = isDone;
  Value code = number(kDone);
  if (steps.feed) {
    Value lacksRow = needsRow(next, load(kRows));
    code = arith::SelectOp::create(builder, loc, lacksRow, number(kNeedsRow),
                                   code);
    waits = arith::OrIOp::create(builder, loc, isDone, lacksRow);
  }
  auto result = scf::IfOp::create(builder, loc, builder.getI32Type(), waits,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(result.thenBlock());
  scf::YieldOp::create(builder, loc, code);
  builder.setInsertionPointToStart(result.elseBlock());
  Value after = add(next, 1);
  Value failed = runSteps(next, after);
  Value more = number(kMore);
  if (steps.feed)
    more = arith::SelectOp::create(builder, loc, needsRow(after, load(kRows)),
                                   number(kNeedsRow), more);
  more = arith::SelectOp::create(builder, loc,
                                 compare(CmpIPredicate::eq, after, last),
                                 number(kDone), more);
  scf::YieldOp::create(builder, loc, unlessFailed(failed, more));
  builder.setInsertionPointAfter(result);
  end(result.getResult(0));
}

/// Returns whether a number in the progress stands for a step or for the end.
Value StepEntries::isPosition(Value next) {
  return compare(CmpIPredicate::ult, add(next, -1), number(steps.count + 1));
}

/// The run is over even if a hook fails, but not before the devices no longer
/// use its memory.
void StepEntries::endRun(bool isDone) {
  auto mark = [&] {
    if (guard && isDone)
      guard->markWritten(builder);
  };
  auto finish = [&] {
    store(number(kNoRun), kNext);
    if (guard)
      guard->leave(builder);
    deactivate();
  };
  if (steps.ends.empty()) {
    mark();
    finish();
  } else {
    // An interrupt that aborts the run, too, comes too late.
    store(number(kRuns), kNext);
    auto tryOp = TryOp::create(builder, loc);
    OpBuilder::InsertionGuard restore(builder);
    builder.createBlock(&tryOp.getBody());
    callHooks(steps.ends.front());
    mark();
    builder.createBlock(&tryOp.getCleanup());
    callHooks(ArrayRef(steps.ends).drop_front());
    finish();
  }
  end(number(0));
}

void StepEntries::createEnd() {
  begin("end", Passes::Devices, builder.getI32Type());
  require(compare(CmpIPredicate::eq, load(kNext), number(steps.count + 1)),
          model + "_end: no run is in progress, or it is not done; go on, or "
                  "abort it");
  endRun(/*isDone=*/true);
}

void StepEntries::createAbort() {
  begin("abort", Passes::Devices, builder.getI32Type());
  Value next = load(kNext);
  Value canEnd =
      arith::OrIOp::create(builder, loc, isPosition(next),
                           compare(CmpIPredicate::eq, next, number(kFailed)));
  require(canEnd, model + "_abort: no run is in progress, or a part of it runs "
                          "now; abort it after that");
  endRun(/*isDone=*/false);
}

void StepEntries::create() {
  ModuleOp module = run->getParentOfType<ModuleOp>();
  builder.setInsertionPointToStart(module.getBody());
  StructOp::create(builder, loc, structName,
                   builder.getStrArrayAttr(StringRef("position")),
                   /*definition=*/false,
                   builder.getTypeArrayAttr(
                       Type(MemRefType::get(kNumbers, builder.getI32Type()))));
  createPart();
  createBegin();
  if (steps.feed) {
    createRow();
    createFeed();
  }
  if (hasSteps)
    createStep();
  createEnd();
  createAbort();
}
