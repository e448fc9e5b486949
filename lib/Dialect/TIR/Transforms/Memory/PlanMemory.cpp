//===- PlanMemory.cpp - A static place for each buffer
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlanner.h"

#include "ConstantPools.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/TIR/Analysis/Recursion.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

namespace tir {
#define GEN_PASS_DEF_TIRPLANMEMORYPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

std::vector<PlanDistance> MemoryPlanner::makeDistances(const Change &change) {
  std::vector<PlanDistance> made;
  for (const BufferDistance &distance : distances)
    if (isPlanned(distance) && !change.apart.contains(distance.call))
      made.push_back({indexOf.at(distance.lower), indexOf.at(distance.upper),
                      distance.bytes});
  return made;
}

std::optional<uint64_t> MemoryPlanner::findBytes(const Change &change) {
  PlanProblem problem = makeProblem(findRooms(), RestrictedBuffers());
  for (auto [memory, bytes] : change.bytes)
    problem.buffers[indexOf.at(memory)].bytes = bytes;
  problem.distances = makeDistances(change);
  llvm::Expected<MemoryPlan> plan = planMemory(problem);
  if (plan)
    return plan->pools.back().bytes;
  llvm::consumeError(plan.takeError());
  return std::nullopt;
}

/// Finds the arguments of calls that share memory in the plan, and records for
/// each buffer which buffers it overwrites.
SmallVector<Overlap> MemoryPlanner::findOverlaps() {
  SmallVector<Overlap> overlaps;
  for (const BufferDistance &distance : distances) {
    if (!isPlanned(distance))
      continue;
    Buffer &lower = buffers[indexOf.at(distance.lower)];
    Buffer &upper = buffers[indexOf.at(distance.upper)];
    if (lower.pool != upper.pool ||
        lower.offset + lower.plan.bytes <= upper.offset ||
        upper.offset + upper.plan.bytes <= lower.offset)
      continue;
    lower.over.push_back(upper.name);
    BufferCallOpInterface call = distance.call;
    if (!call)
      continue;
    SmallVector<Value> args =
        llvm::map_to_vector(call.getArgOperands(), getViewedBuffer);
    unsigned output = llvm::find(args, distance.lower) - args.begin();
    for (auto [input, buffer] : llvm::enumerate(args))
      if (buffer == distance.upper)
        overlaps.push_back({call, output, unsigned(input)});
  }
  return overlaps;
}

/// Returns the beginning of a pool.
Value MemoryPlanner::getAddress(OpBuilder &builder, Pool &pool) {
  if (pool.address)
    return pool.address;
  OpBuilder::InsertionGuard guard(builder);
  Location loc = builder.getInsertionPoint()->getLoc();
  if (settings.strategy == PlanStrategy::Packed)
    builder.setInsertionPointToStart(&function.getBody().front());
  if (pool.input) {
    Value pointer = PointerCastOp::create(
        builder, loc, HandleType::get(module.getContext()), pool.input,
        /*offset=*/Value());
    pool.address = PointerCastOp::create(builder, loc, pool.type, pointer,
                                         /*offset=*/Value());
    return pool.address;
  }
  // Models share the pools of their module, the largest of which they have.
  auto global = symbols.lookup<memref::GlobalOp>(pool.name);
  pool.address =
      memref::GetGlobalOp::create(builder, loc, global.getType(), pool.name);
  return pool.address;
}

void MemoryPlanner::replace(Buffer &buffer) {
  memref::AllocOp alloc = buffer.getAlloc();
  if (!alloc)
    return;
  OpBuilder builder(alloc);
  Location loc = alloc.getLoc();
  Value address = getAddress(builder, *findPool(buffer.pool));
  Value place = address;
  if (address.getType() != alloc.getType()) {
    Value offset = arith::ConstantIndexOp::create(builder, loc, buffer.offset);
    place = memref::ViewOp::create(builder, loc, alloc.getType(), place, offset,
                                   /*sizes=*/ValueRange());
    // A view of its bytes is one of the pool's, so that calls are verified.
    for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
      if (auto view = dyn_cast<memref::ViewOp>(user))
        if (std::optional<int64_t> shift =
                getConstantIntValue(view.getByteShift())) {
          view.getSourceMutable().assign(address);
          view.getByteShiftMutable().assign(arith::ConstantIndexOp::create(
              builder, loc, buffer.offset + *shift));
        }
  }
  alloc.replaceAllUsesWith(place);
  alloc.erase();
}

/// Declares that a run overwrites an input.
static void declareOverwritten(PrimFuncOp function, const Pool &pool) {
  Builder builder(function.getContext());
  unsigned index = pool.input.getArgNumber();
  function.setArgAttr(
      index, kEffectAttrName,
      EffectAttr::get(function.getContext(), Effect::ReadWrite));
  updatePort(function, index, [&](PortParts &port) {
    port.isOverwritten = true;
    port.alignment = std::max(port.alignment, int64_t(pool.alignment));
  });
}

void MemoryPlanner::apply() {
  updateModel(function, [&](ModelParts &parts) { parts.plan = describe(); });
  for (Buffer &buffer : buffers)
    replace(buffer);
  for (const Pool &pool : pools)
    if (pool.input)
      declareOverwritten(function, pool);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct PlanMemoryPass
    : public tir::impl::TIRPlanMemoryPassBase<PlanMemoryPass> {
  using TIRPlanMemoryPassBase::TIRPlanMemoryPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolLookupScope scope(module);
    if (!llvm::isPowerOf2_64(alignment) || alignment > uint64_t(INT32_MAX)) {
      module.emitError("tir-plan-memory: option 'alignment' is ")
          << uint64_t(alignment)
          << ", expected a power of two that fits 31 bits, such as 16";
      return signalPassFailure();
    }
    if (failed(verifyNoRecursion(module)))
      return signalPassFailure();
    auto mains = llvm::filter_to_vector(
        module.getOps<PrimFuncOp>(), [](PrimFuncOp function) {
          return !function.isPrivate() && !function.isExternal();
        });
    if (mains.empty())
      return;
    DeclaredPools declared(module);
    ConstantPools constants(module);
    if (failed(verifyStrategy(declared)) || failed(constants.place()))
      return signalPassFailure();
    SymbolTable symbols(module);
    SmallVector<std::unique_ptr<MemoryPlanner>> planners;
    for (PrimFuncOp main : mains)
      planners.push_back(std::make_unique<MemoryPlanner>(
          main, symbols, declared,
          PlannerSettings{strategy, overlap, alignment, limit,
                          overwriteInputs}));
    // Models may share kernels. All of them are planned before the first
    // kernel is fitted, because that removes distances.
    SmallVector<Overlap> overlaps;
    for (const auto &planner : planners) {
      if (failed(planner->plan()))
        return signalPassFailure();
      llvm::append_range(overlaps, planner->findOverlaps());
    }
    makeOverlapVariants(module, symbols, overlaps);
    dropUnusedDistances(module);
    SmallVector<uint64_t> bytes, alignments;
    for (PoolOp pool : declared.getBufferPools()) {
      bytes.push_back(0);
      alignments.push_back(1);
      for (const auto &planner : planners)
        if (Pool *filled = planner->findPool(pool.getSymName())) {
          bytes.back() = std::max(bytes.back(), filled->plan.bytes);
          alignments.back() = std::max(alignments.back(), filled->alignment);
        }
    }
    declared.replace(symbols, bytes, alignments);
    for (const auto &planner : planners)
      planner->apply();
    constants.replace(symbols);
  }

private:
  /// Checks that there is memory in common where other options ask for it.
  LogicalResult verifyStrategy(const DeclaredPools &declared) {
    if (strategy != PlanStrategy::Separate)
      return success();
    if (!declared.getBufferPools().empty())
      return PoolOp(declared.getBufferPools().front())
          .emitOpError("is to be filled with buffers, but strategy=separate "
                       "(--plan=separate) gives each buffer an array of its "
                       "own; drop one of them");
    if (overwriteInputs)
      return getOperation().emitError(
          "inputs are to be overwritten (--overwrite-inputs), but "
          "strategy=separate (--plan=separate) gives each buffer an array of "
          "its own; drop one of them");
    return success();
  }
};
} // namespace
