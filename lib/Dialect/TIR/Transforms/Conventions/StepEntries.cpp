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
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"

using namespace mlir;
using namespace tir;
using arith::CmpIPredicate;

/// The numbers in the progress.
static constexpr int64_t kNext = 0, kRows = 1;
/// The first of them without a run, and while a step runs or after it failed.
static constexpr int32_t kNoRun = 0, kFailed = -1;
/// What `_step` and `_feed` return, besides errors.
static constexpr int32_t kDone = 0, kMore = 1, kNeedsRow = 2;

StepEntries::StepEntries(func::FuncOp run, BufferCallOpInterface callOfMain,
                         RunSteps &steps, bool hasSteps, OnError onError)
    : run(run), callOfMain(callOfMain), steps(steps), hasSteps(hasSteps),
      onError(onError), builder(run.getContext()), loc(run.getLoc()),
      model(getModelName(run).str()),
      structName(mangleSymbol(model, "progress")) {}

//===----------------------------------------------------------------------===//
// Functions and values
//===----------------------------------------------------------------------===//

bool StepEntries::isPassed(unsigned index, Passes passes) {
  auto name = run.getArgAttrOfType<StringAttr>(index, kNameAttrName);
  auto structure = SymbolTable::lookupNearestSymbolFrom<StructOp>(
      run, run.getArgAttrOfType<StringAttr>(index, kStructAttrName));
  // An input that comes by rows does not exist as a whole.
  if (steps.feed && name == "inputs" && structure.getFields().size() == 1)
    return false;
  return passes == Passes::All ||
         name == (passes == Passes::Pools ? "workspace_pools" : "devices");
}

/// Begins a function, which gets the progress first.
void StepEntries::begin(StringRef suffix, Passes passes, Type result) {
  SmallVector<Type> types = {HandleType::get(builder.getContext())};
  SmallVector<DictionaryAttr> attrs = {builder.getDictionaryAttr(
      {builder.getNamedAttr(kNameAttrName, builder.getStringAttr("progress")),
       builder.getNamedAttr(kStructAttrName,
                            builder.getStringAttr(structName))})};
  SmallVector<BlockArgument> given;
  for (BlockArgument argument : run.getArguments())
    if (isPassed(argument.getArgNumber(), passes)) {
      given.push_back(argument);
      types.push_back(argument.getType());
      attrs.push_back(run.getArgAttrDict(argument.getArgNumber()));
    }
  builder.setInsertionPointToEnd(run->getParentOfType<ModuleOp>().getBody());
  auto entry = func::FuncOp::create(builder, loc, mangleSymbol(model, suffix),
                                    builder.getFunctionType(types, result));
  entry.setAllArgAttrs(attrs);
  builder.setInsertionPointToStart(entry.addEntryBlock());
  mapping.clear();
  for (auto [i, argument] : llvm::enumerate(given))
    mapping.map(argument, entry.getArgument(i + 1));
  progress = StructGetOp::create(builder, loc,
                                 MemRefType::get(2, builder.getI32Type()),
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
  builder.setInsertionPointAfterValue(progress);
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

/// Returns the step in front of which a row is there, plus 1: as in the
/// progress.
Value StepEntries::getStepOfRow(Value row) {
  Value step =
      arith::MulIOp::create(builder, loc, row, number(steps.feed->period));
  return add(step, steps.feed->first + 1);
}

/// Returns whether the next step needs the next row.
Value StepEntries::needsRow(Value next, Value row) {
  Value isLeft = compare(CmpIPredicate::slt, row, number(steps.feed->rows));
  Value isNow = compare(CmpIPredicate::eq, next, getStepOfRow(row));
  return arith::AndIOp::create(builder, loc, isLeft, isNow);
}

/// Runs steps, of which `first` and `end` are the numbers in the progress. If
/// one fails, the run can only be aborted.
void StepEntries::runSteps(Value first, Value end) {
  store(number(kFailed), kNext);
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      add(value, -1));
  };
  steps.call(
      builder, loc, [&](unsigned index) { return getArgument(index); },
      toIndex(first), toIndex(end));
  store(end, kNext);
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
// One run at a time
//===----------------------------------------------------------------------===//

Value StepEntries::getBusy() {
  return memref::GetGlobalOp::create(builder, loc, busy.getType(),
                                     busy.getSymName());
}

void StepEntries::setBusy(bool isBusy) {
  if (!busy)
    return;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  memref::StoreOp::create(builder, loc, number(isBusy), getBusy(), zero);
}

void StepEntries::requireIdle() {
  if (!busy)
    return;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value flag = memref::LoadOp::create(builder, loc, getBusy(), zero);
  require(compare(CmpIPredicate::eq, flag, number(0)),
          model + ": another run is in progress, and the workspace is static; "
                  "end or abort that run first");
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
  requireIdle();
  activate(steps.activations);
  setBusy(true);
  store(number(0), kRows);
  if (!hasSteps)
    runSteps(number(1), getStepOfRow(number(0)));
  end(number(0));
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
    end(number(0));
    return;
  }
  Value isLast = compare(CmpIPredicate::eq, rows, number(steps.feed->rows));
  auto select = [&](Value yes, Value no) -> Value {
    return arith::SelectOp::create(builder, loc, isLast, yes, no);
  };
  runSteps(next, select(number(steps.count + 1), getStepOfRow(rows)));
  end(select(number(kDone), number(kMore)));
}

void StepEntries::createStep() {
  begin("step", Passes::All, builder.getI32Type());
  Value next = load(kNext);
  require(compare(CmpIPredicate::sgt, next, number(0)),
          model + "_step: no run is in progress, or a step of it has failed; "
                  "begin one");
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
  runSteps(next, after);
  Value more = number(kMore);
  if (steps.feed)
    more = arith::SelectOp::create(builder, loc, needsRow(after, load(kRows)),
                                   number(kNeedsRow), more);
  more = arith::SelectOp::create(builder, loc,
                                 compare(CmpIPredicate::eq, after, last),
                                 number(kDone), more);
  scf::YieldOp::create(builder, loc, more);
  builder.setInsertionPointAfter(result);
  end(result.getResult(0));
}

/// The run is over even if a hook fails.
void StepEntries::endRun() {
  store(number(kNoRun), kNext);
  setBusy(false);
  deactivate();
  end(number(0));
}

void StepEntries::createEnd() {
  begin("end", Passes::Devices, builder.getI32Type());
  require(compare(CmpIPredicate::eq, load(kNext), number(steps.count + 1)),
          model + "_end: no run is in progress, or it is not done; go on, or "
                  "abort it");
  endRun();
}

void StepEntries::createAbort() {
  begin("abort", Passes::Devices, builder.getI32Type());
  require(compare(CmpIPredicate::ne, load(kNext), number(kNoRun)),
          model + "_abort: no run is in progress");
  endRun();
}

void StepEntries::create(bool isStatic) {
  ModuleOp module = run->getParentOfType<ModuleOp>();
  builder.setInsertionPointToStart(module.getBody());
  StructOp::create(
      builder, loc, structName, builder.getStrArrayAttr(StringRef("position")),
      /*definition=*/false,
      builder.getTypeArrayAttr(Type(MemRefType::get(2, builder.getI32Type()))));
  if (isStatic) {
    auto type = MemRefType::get(1, builder.getI32Type());
    OpBuilder detached(builder.getContext());
    busy = memref::GlobalOp::create(
        detached, loc, "run_in_progress", builder.getStringAttr("private"),
        type,
        DenseElementsAttr::get(RankedTensorType::get(1, builder.getI32Type()),
                               int32_t(0)),
        /*constant=*/false, /*alignment=*/IntegerAttr());
    SymbolTable(module).insert(busy, module.getBody()->begin());
    builder.setInsertionPointToStart(&run.getBody().front());
    requireIdle();
  }
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
