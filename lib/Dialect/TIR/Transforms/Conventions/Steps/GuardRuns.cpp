//===- GuardRuns.cpp - Refuse a run while another one uses its memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkspaceGuard.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRGUARDRUNSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using arith::CmpIPredicate;

/// The states that can be in use at a time. Programs have one thread for each,
/// and hardly more threads than this.
static constexpr int64_t kMostStates = 256;

/// The remainder of an address by this power of two is the address, as a number
/// that also C can have: its index has fewer bits.
static constexpr int64_t kBeyondAddresses = int64_t(1) << 62;

namespace {
/// Creates operations on what says which memory is in use.
class GuardBuilder {
public:
  GuardBuilder(OpBuilder builder, Location loc) : builder(builder), loc(loc) {}

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value get(memref::GlobalOp global) {
    return memref::GetGlobalOp::create(builder, loc, global.getType(),
                                       global.getSymName());
  }
  Value compare(CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(builder, loc, predicate, left, right);
  }
  Value isOne(Value flag) {
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
    return compare(CmpIPredicate::ne, flag, zero);
  }

  /// No other access to memory moves across it.
  Value exchange(memref::GlobalOp flag, int32_t value) {
    return createExchange(builder, loc, get(flag), 0, value);
  }

  /// Waits until no other thread has the lock.
  void lock(memref::GlobalOp flag) {
    auto loop = scf::WhileOp::create(builder, loc, TypeRange(), ValueRange());
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&loop.getBefore());
    scf::ConditionOp::create(builder, loc, isOne(exchange(flag, 1)),
                             ValueRange());
    builder.createBlock(&loop.getAfter());
    scf::YieldOp::create(builder, loc);
  }

  OpBuilder builder;
  Location loc;
};

struct GuardRunsPass : public tir::impl::TIRGuardRunsPassBase<GuardRunsPass> {
  using TIRGuardRunsPassBase::TIRGuardRunsPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<PrimFuncOp>(kMainName);
    SmallVector<FunctionOpInterface> models = getModels(getOperation());
    if (!main || main.isExternal() || models.size() != 1)
      return;
    FunctionOpInterface run = models.front();
    if (std::optional<WorkspaceGuard> found =
            WorkspaceGuard::find(run, onError))
      guardOtherEntries(main, run, *found);
    else if (hasInternalPools(run))
      guardWorkspace(main, run);
    else if (std::optional<unsigned> state = findState(main))
      guardState(main, *state, run);
  }

private:
  static std::optional<unsigned> findState(PrimFuncOp main) {
    for (unsigned index = 0; index < main.getNumArguments(); ++index)
      if (getState(main, index))
        return index;
    return std::nullopt;
  }

  /// Lets one run at a time use the static workspace.
  void guardWorkspace(PrimFuncOp main, FunctionOpInterface run) {
    WorkspaceGuard guard(run, onError);
    wrap(
        main, [&](GuardBuilder &at) { guard.take(at.builder); },
        [&](GuardBuilder &at) { guard.leave(at.builder); });
  }

  /// Lets the entries that loaders call take the flag that the functions of the
  /// C interface take already, `_run` and the functions of a run in steps.
  void guardOtherEntries(PrimFuncOp main, FunctionOpInterface run,
                         WorkspaceGuard &guard) {
    SmallVector<BufferCallOpInterface> calls;
    getOperation().walk([&](BufferCallOpInterface call) {
      if (call.lookupDeclaration() == main && !run->isAncestor(call))
        calls.push_back(call);
    });
    for (BufferCallOpInterface call : calls)
      guard.guard(call);
  }

  /// Lets one run at a time use a state. Runs on other states go on.
  void guardState(PrimFuncOp main, unsigned state, FunctionOpInterface run) {
    Location loc = main.getLoc();
    memref::GlobalOp flag = createGlobal(
        "states_lock", MemRefType::get(1, IntegerType::get(&getContext(), 32)));
    memref::GlobalOp states = createGlobal(
        "states_in_use",
        MemRefType::get(kMostStates, IntegerType::get(&getContext(), 64)));
    func::FuncOp claim = createClaim(loc, flag, states);
    func::FuncOp release = createRelease(loc, flag, states);
    auto call = [&](GuardBuilder &guard, func::FuncOp function) {
      Value number = MisalignmentOp::create(
          guard.builder, loc, guard.builder.getI64Type(),
          main.getArgument(state),
          guard.builder.getI64IntegerAttr(kBeyondAddresses));
      return func::CallOp::create(guard.builder, loc, function, number);
    };
    wrap(
        main,
        [&](GuardBuilder &guard) {
          AssertOp::create(
              guard.builder, loc, call(guard, claim).getResult(0),
              guard.builder.getStringAttr(
                  getModelName(run) + ": another run uses this state, or " +
                  Twine(kMostStates) +
                  " states are in use; let runs on a state follow one another"),
              /*number=*/Value(), OnErrorAttr::get(&getContext(), onError),
              /*kind=*/nullptr);
        },
        [&](GuardBuilder &guard) { call(guard, release); });
    markAsGuarded(run);
  }

  memref::GlobalOp createGlobal(StringRef name, MemRefType type) {
    OpBuilder builder(&getContext());
    auto global = memref::GlobalOp::create(
        builder, getOperation().getLoc(), name,
        builder.getStringAttr("private"), type,
        DenseElementsAttr::get(
            RankedTensorType::get(type.getShape(), type.getElementType()),
            builder.getZeroAttr(type.getElementType())),
        /*constant=*/false,
        /*alignment=*/IntegerAttr());
    SymbolTable(getOperation())
        .insert(global, getOperation().getBody()->begin());
    return global;
  }

  func::FuncOp createFunction(Location loc, StringRef name, TypeRange results) {
    OpBuilder builder(&getContext());
    auto function = func::FuncOp::create(
        builder, loc, name,
        builder.getFunctionType(builder.getI64Type(), results));
    function.setPrivate();
    SymbolTable(getOperation()).insert(function);
    function.addEntryBlock();
    return function;
  }

  /// Creates a function that returns whether no run uses the state at an
  /// address, and notes then that one does.
  func::FuncOp createClaim(Location loc, memref::GlobalOp flag,
                           memref::GlobalOp states) {
    Type i1 = IntegerType::get(&getContext(), 1);
    func::FuncOp function = createFunction(loc, "claim_state", i1);
    Value address = function.getArgument(0);
    GuardBuilder guard(OpBuilder::atBlockEnd(&function.front()), loc);
    OpBuilder &builder = guard.builder;
    guard.lock(flag);
    Value none = guard.index(0), end = guard.index(kMostStates);
    Value no = arith::ConstantIntOp::create(builder, loc, 0, 1);
    Value free = arith::ConstantIntOp::create(builder, loc, 0, 64);
    Value table = guard.get(states);
    auto loop = scf::ForOp::create(builder, loc, none, end, guard.index(1),
                                   ValueRange{no, end});
    {
      OpBuilder::InsertionGuard inside(builder);
      builder.setInsertionPointToEnd(loop.getBody());
      Value number = loop.getInductionVar();
      Value used = memref::LoadOp::create(builder, loc, table, number);
      Value isThis = guard.compare(CmpIPredicate::eq, used, address);
      Value isFree = guard.compare(CmpIPredicate::eq, used, free);
      Value known =
          arith::OrIOp::create(builder, loc, loop.getRegionIterArg(0), isThis);
      Value place = arith::SelectOp::create(builder, loc, isFree, number,
                                            loop.getRegionIterArg(1));
      scf::YieldOp::create(builder, loc, ValueRange{known, place});
    }
    Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
    Value isNew = arith::XOrIOp::create(builder, loc, loop.getResult(0), yes);
    Value hasPlace = guard.compare(CmpIPredicate::ne, loop.getResult(1), end);
    Value isClaimed = arith::AndIOp::create(builder, loc, isNew, hasPlace);
    auto branch = scf::IfOp::create(builder, loc, isClaimed);
    OpBuilder then = branch.getThenBodyBuilder();
    memref::StoreOp::create(then, loc, address, table, loop.getResult(1));
    guard.exchange(flag, 0);
    func::ReturnOp::create(builder, loc, isClaimed);
    return function;
  }

  func::FuncOp createRelease(Location loc, memref::GlobalOp flag,
                             memref::GlobalOp states) {
    func::FuncOp function = createFunction(loc, "release_state", TypeRange());
    GuardBuilder guard(OpBuilder::atBlockEnd(&function.front()), loc);
    OpBuilder &builder = guard.builder;
    guard.lock(flag);
    Value free = arith::ConstantIntOp::create(builder, loc, 0, 64);
    Value table = guard.get(states);
    auto loop = scf::ForOp::create(builder, loc, guard.index(0),
                                   guard.index(kMostStates), guard.index(1));
    {
      OpBuilder::InsertionGuard inside(builder);
      builder.setInsertionPointToStart(loop.getBody());
      Value number = loop.getInductionVar();
      Value used = memref::LoadOp::create(builder, loc, table, number);
      Value isThis =
          guard.compare(CmpIPredicate::eq, used, function.getArgument(0));
      auto branch = scf::IfOp::create(builder, loc, isThis);
      OpBuilder then = branch.getThenBodyBuilder();
      memref::StoreOp::create(then, loc, free, table, number);
    }
    guard.exchange(flag, 0);
    func::ReturnOp::create(builder, loc);
    return function;
  }

  /// Lets main begin with `claim`, which may leave it, and then end in any case
  /// with `release`.
  void wrap(PrimFuncOp main, function_ref<void(GuardBuilder &)> claim,
            function_ref<void(GuardBuilder &)> release) {
    Block &body = main.getBody().front();
    SmallVector<Operation *> steps;
    for (Operation &op : body.without_terminator())
      steps.push_back(&op);
    GuardBuilder guard(OpBuilder(body.getTerminator()), main.getLoc());
    claim(guard);
    auto tryOp = TryOp::create(guard.builder, main.getLoc());
    Block &inside = tryOp.getBody().emplaceBlock();
    for (Operation *step : steps)
      step->moveBefore(&inside, inside.end());
    guard.builder.setInsertionPointToStart(&tryOp.getCleanup().emplaceBlock());
    release(guard);
  }
};
} // namespace
