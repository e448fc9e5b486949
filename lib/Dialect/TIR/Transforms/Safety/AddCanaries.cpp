//===- AddCanaries.cpp - Guard words around the memory of a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"
#include "tir/Dialect/TIR/Transforms/Memory/PoolAddresses.h"
#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRADDCANARIESPASS
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static constexpr int64_t kWordBytes = 4;
static constexpr int64_t kWords = kCanaryBytes / kWordBytes;

/// Neither a small number nor a text, nor what memory contains at the start.
static constexpr int32_t kCanary = 0x5AC3961D;

namespace {
struct AddCanariesPass
    : public tir::impl::TIRAddCanariesPassBase<AddCanariesPass> {
  using TIRAddCanariesPassBase::TIRAddCanariesPassBase;

  void runOnOperation() override;

private:
  void growPool(memref::GlobalOp pool);
  LogicalResult guard(PrimFuncOp main, SymbolTable &symbols);
  PlannedPoolAttr grow(PlannedPoolAttr pool);

  /// The bytes in front of each pool that now belong to its guard.
  llvm::DenseMap<StringAttr, int64_t> fronts;
};
} // namespace

/// Makes room before and behind a pool that models share.
void AddCanariesPass::growPool(memref::GlobalOp pool) {
  MemRefType type = pool.getType();
  int64_t bytes = type.getNumElements() *
                  llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  int64_t alignment =
      std::max<int64_t>(pool.getAlignment().value_or(1), kWordBytes);
  int64_t front = llvm::alignTo(kCanaryBytes, alignment);
  fronts[pool.getSymNameAttr()] = front;
  pool.setType(MemRefType::get(
      front + int64_t(llvm::alignTo(bytes, kWordBytes)) + kCanaryBytes,
      IntegerType::get(&getContext(), 8)));
  pool.setAlignment(alignment);
  SmallVector<memref::GetGlobalOp> addresses;
  getOperation().walk([&](memref::GetGlobalOp address) {
    if (address.getName() == pool.getSymName())
      addresses.push_back(address);
  });
  for (memref::GetGlobalOp address : addresses)
    movePoolAddress(address, pool, front);
}

PlannedPoolAttr AddCanariesPass::grow(PlannedPoolAttr pool) {
  int64_t front = fronts.lookup(pool.getName());
  auto withGuards = [&](int64_t bytes) {
    return front + int64_t(llvm::alignTo(bytes, kWordBytes)) + kCanaryBytes;
  };
  std::optional<int64_t> lowerBound = pool.getLowerBound();
  if (lowerBound)
    lowerBound = withGuards(*lowerBound);
  std::optional<int64_t> gap = pool.getGap();
  if (gap && lowerBound)
    gap = withGuards(pool.getBytes()) - *lowerBound;
  return PlannedPoolAttr::get(
      &getContext(), std::max<int64_t>(pool.getAlignment(), kWordBytes),
      withGuards(pool.getBytes()), pool.getContents(), pool.getExternal(), gap,
      pool.getInput(), pool.getLimit(), lowerBound, pool.getMethod(),
      pool.getName(), pool.getOptimal(), pool.getSection());
}

/// Says where in its pool a row of the plan now begins.
static PlannedBufferAttr move(PlannedBufferAttr row, int64_t front) {
  return PlannedBufferAttr::get(
      row.getContext(), row.getAlignment(), row.getBytes(), row.getFirst(),
      row.getLast(), row.getName(), row.getOffset() + front, row.getOver(),
      row.getPool(), row.getRows(), row.getTensorRows());
}

static PlannedArgumentAttr move(PlannedArgumentAttr row, int64_t front) {
  return PlannedArgumentAttr::get(row.getContext(), row.getAttributes(),
                                  row.getKind(), row.getOffset() + front,
                                  row.getPool(), row.getType());
}

static Value createCanary(OpBuilder &builder, Location loc) {
  return arith::ConstantIntOp::create(builder, loc, kCanary, 32);
}

static void fillSet(PrimFuncOp function) {
  Location loc = function.getLoc();
  auto builder = OpBuilder::atBlockEnd(&function.getBody().front());
  Value canary = createCanary(builder, loc);
  scf::ForOp loop = createGuardLoop(builder, loc, kWords, {});
  ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(loop.getBody());
  for (Value guard : function.getArguments())
    memref::StoreOp::create(builder, loc, canary, guard,
                            loop.getInductionVar());
}

/// Sets and checks the guards of the pools of one model.
LogicalResult AddCanariesPass::guard(PrimFuncOp main, SymbolTable &symbols) {
  PlanParts plan(getPlan(main));
  Location loc = main.getLoc();
  auto builder = OpBuilder::atBlockBegin(&main.getBody().front());
  auto guardType = MemRefType::get(kWords, builder.getI32Type());
  SmallVector<Value> guards;
  for (PlannedPoolAttr &pool : plan.pools) {
    if (pool.getInput() || !fronts.contains(pool.getName()))
      continue;
    auto global = symbols.lookup<memref::GlobalOp>(pool.getName());
    pool = grow(pool);
    if (pool.getLimit() && pool.getBytes() > *pool.getLimit())
      return main.emitError("the pool '")
             << pool.getName().getValue() << "' has " << *pool.getLimit()
             << " bytes, but with guard words (--safety=canaries) the model "
                "needs "
             << pool.getBytes() << " of it; give it "
             << pool.getBytes() - *pool.getLimit()
             << " bytes more, or drop that check";
    for (int64_t offset : {fronts.lookup(pool.getName()), pool.getBytes()})
      guards.push_back(createPoolView(builder, loc, global, guardType,
                                      offset - kCanaryBytes));
  }
  if (guards.empty())
    return success();
  for (PlannedBufferAttr &row : plan.buffers)
    row = move(row, fronts.lookup(row.getPool()));
  for (PlannedArgumentAttr &row : plan.arguments)
    row = move(row, fronts.lookup(row.getPool()));
  if (plan.lowerBound)
    plan.lowerBound = *plan.lowerBound + guards.size() * kCanaryBytes;
  setPlan(main, plan);
  PrimFuncOp set =
      createGuardFunction("set_canaries", main, guards, Effect::Write, symbols);
  set->setAttr(kBeforeStepsAttrName, builder.getUnitAttr());
  fillSet(set);
  CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(set), guards);
  PrimFuncOp check = createGuardFunction("check_canaries", main, guards,
                                         Effect::Read, symbols);
  check->setAttr(kAfterEachStepAttrName, builder.getUnitAttr());
  fillGuardCheck(
      check, kCanariesCode,
      getModelName(main) +
          ": a guard word beside the memory of the model has changed, so that "
          "something wrote over its end; find what writes there, such as a "
          "buffer that is too small",
      [](OpBuilder &builder, Location loc, Value) {
        return createCanary(builder, loc);
      });
  builder.setInsertionPoint(main.getBody().front().getTerminator());
  CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(check), guards);
  return success();
}

void AddCanariesPass::runOnOperation() {
  ModuleOp module = getOperation();
  SymbolTable symbols(module);
  SmallVector<PrimFuncOp> mains;
  fronts.clear();
  for (auto main : module.getOps<PrimFuncOp>()) {
    PlanAttr plan = getPlan(main);
    if (!plan || main.isExternal())
      continue;
    mains.push_back(main);
    for (PlannedPoolAttr pool : plan.getPools())
      if (auto global = symbols.lookup<memref::GlobalOp>(pool.getName());
          global && !pool.getInput() && !fronts.contains(pool.getName()))
        growPool(global);
  }
  for (PrimFuncOp main : mains)
    if (failed(guard(main, symbols)))
      return signalPassFailure();
}
