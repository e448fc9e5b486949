//===- FillPools.cpp - The offsets of a memory plan
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlanner.h"

#include "MemoryPeak.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

#include <map>

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kWorkspaceName = "workspace";

FailureOr<MemoryPlan> MemoryPlanner::verified(const PlanProblem &problem,
                                              MemoryPlan plan) {
  if (llvm::Error error = verifyMemoryPlan(problem, plan))
    return function.emitOpError("got a plan that is wrong, a bug of tirc: ")
           << llvm::toString(std::move(error));
  return plan;
}

FailureOr<MemoryPlan> MemoryPlanner::planOrFail(const PlanProblem &problem) {
  llvm::Expected<MemoryPlan> plan = planMemory(problem);
  if (!plan)
    return function.emitOpError("has buffers that cannot be planned: ")
           << llvm::toString(plan.takeError());
  return verified(problem, std::move(*plan));
}

/// Returns the distances at the steps where more than `bytes` are live.
static std::vector<PlanDistance> selectDistances(const PlanProblem &problem,
                                                 uint64_t bytes) {
  std::map<uint64_t, int64_t> changes;
  for (const PlanBuffer &buffer : problem.buffers) {
    changes[buffer.first] += buffer.bytes;
    changes[buffer.last + 1] -= buffer.bytes;
  }
  int64_t live = 0;
  for (auto &[step, change] : changes)
    change = live += change;
  std::vector<PlanDistance> selected;
  llvm::copy_if(problem.distances, std::back_inserter(selected),
                [&](const PlanDistance &distance) {
                  uint64_t step = problem.buffers[distance.lower].first;
                  return uint64_t(changes.at(step)) > bytes;
                });
  return selected;
}

/// Lets buffers overlap only if that saves memory: kernels with disjoint
/// buffers are faster, since compilers may reorder their loads and stores.
FailureOr<MemoryPlan> MemoryPlanner::planWithOverlaps(PlanProblem problem) {
  FailureOr<MemoryPlan> best = planOrFail(problem);
  problem.distances = makeDistances();
  if (failed(best) || problem.distances.empty())
    return best;
  FailureOr<MemoryPlan> most = planOrFail(problem);
  if (failed(most))
    return failure();
  PoolPlan &pool = most->pools.front();
  if (pool.bytes < best->pools.front().bytes) {
    problem.distances = selectDistances(problem, pool.bytes);
    best = planOrFail(problem);
    if (failed(best))
      return failure();
    if (best->pools.front().bytes > pool.bytes)
      return most;
  }
  // This is also a plan of the whole problem, whose lower bound allows all
  // overlaps.
  PoolPlan &found = best->pools.front();
  found.optimal = found.bytes == pool.lowerBound ||
                  (pool.optimal && found.bytes == pool.bytes);
  found.lowerBound = pool.lowerBound;
  return best;
}

LogicalResult MemoryPlanner::makePools() {
  if (settings.strategy == PlanStrategy::Separate) {
    for (Buffer &buffer : buffers) {
      FailureOr<MemoryPlan> plan = planOrFail({{buffer.plan}});
      if (failed(plan))
        return failure();
      memref::AllocOp alloc = buffer.getAlloc();
      MemRefType type = alloc.getType();
      // The application reads and writes arguments by any type.
      if (getFormerArgument(alloc))
        type = MemRefType::get(buffer.plan.bytes,
                               IntegerType::get(module.getContext(), 8));
      // The symbol of the kernel already has the buffer's name.
      addPool(buffer.name + "_buffer", type, buffer.plan.alignment,
              plan->pools.front());
      buffer.pool = pools.back().name;
    }
    return success();
  }
  if (llvm::none_of(buffers,
                    [](const Buffer &buffer) { return buffer.getAlloc(); }))
    return success();
  auto restricted = declared.findCandidates(lifetimes);
  if (failed(restricted))
    return failure();
  if (settings.overwriteInputs && !needsInputs(*restricted))
    dropInputs();
  return fillRooms(findRooms(), *restricted);
}

//===----------------------------------------------------------------------===//
// Several pools
//===----------------------------------------------------------------------===//

/// Returns whether `plan` takes fewer bytes of the last pool than `other`, or
/// as many of it and fewer of the one before, and so on. Either may have
/// further pools in front.
static bool isSmaller(const MemoryPlan &plan, const MemoryPlan &other) {
  for (auto [a, b] :
       llvm::zip(llvm::reverse(plan.pools), llvm::reverse(other.pools)))
    if (a.bytes != b.bytes)
      return a.bytes < b.bytes;
  return false;
}

/// Returns the pools to choose from, in the order in which they are filled. The
/// workspace is the last one if the module declares none.
std::vector<Room> MemoryPlanner::findRooms() {
  std::vector<Room> rooms;
  for (const Buffer &buffer : buffers)
    if (auto input = dyn_cast<BlockArgument>(buffer.memory))
      rooms.push_back({buffer.name, buffer.plan.bytes, buffer.plan.alignment,
                       /*declared=*/nullptr, input});
  for (PoolOp pool : declared.getBufferPools())
    rooms.push_back({pool.getSymName().str(), DeclaredPools::getLimit(pool),
                     pool.getAlignment(), pool});
  if (declared.getBufferPools().empty())
    rooms.push_back({kWorkspaceName.str(), INT64_MAX, settings.alignment});
  return rooms;
}

/// Reports that the buffers do not fit the declared pools.
InFlightDiagnostic MemoryPlanner::reportOverflow(PlanProblem problem,
                                                 llvm::Error error) {
  std::string reason = llvm::toString(std::move(error));
  ArrayRef<PoolOp> given = declared.getBufferPools();
  if (given.empty())
    return function.emitOpError("has buffers that cannot be planned: ")
           << reason;
  PoolOp last = given.back();
  PlanPool &relaxed = problem.pools.back();
  uint64_t most = std::exchange(relaxed.limit, INT64_MAX);
  llvm::Expected<MemoryPlan> plan = planMemory(problem);
  if (!plan || plan->pools.back().bytes <= most) {
    llvm::consumeError(plan.takeError());
    InFlightDiagnostic diag = function.emitOpError(
        "has buffers that do not fit the pools of the module: ");
    diag << reason;
    noteBuffers(diag);
    return diag;
  }
  uint64_t bytes = plan->pools.back().bytes;
  InFlightDiagnostic diag =
      last.emitOpError("has at most ")
      << most << " bytes, but the buffers between kernels need " << bytes
      << (given.size() > 1 ? ", besides what is in the pools before it" : "")
      << ": " << bytes - most
      << " more; make it larger, or declare another pool after it";
  noteBuffers(diag);
  return diag;
}

FailureOr<MemoryPlan> MemoryPlanner::planInRooms(ArrayRef<Room> rooms,
                                                 PlanProblem problem) {
  llvm::Expected<MemoryPlan> apart = planMemory(problem);
  problem.distances = makeDistances();
  llvm::Expected<MemoryPlan> best = planMemory(problem);
  if (!best) {
    llvm::consumeError(apart.takeError());
    return reportOverflow(std::move(problem), best.takeError());
  }
  // Kernels with disjoint buffers are faster.
  if (!apart)
    llvm::consumeError(apart.takeError());
  else if (!isSmaller(*best, *apart))
    best = std::move(apart);
  // The memory of an input serves only where that saves memory.
  PlanProblem fillable = problem;
  for (auto [buffer, place] : llvm::zip_equal(fillable.buffers, best->places))
    if (!rooms[place.pool].input)
      llvm::erase_if(buffer.pools,
                     [&](unsigned pool) { return bool(rooms[pool].input); });
  fillFirstPools(fillable, *best);
  return verified(problem, std::move(*best));
}

PlanProblem
MemoryPlanner::makeProblem(ArrayRef<Room> rooms,
                           const RestrictedBuffers &restricted) const {
  PlanProblem problem;
  problem.pools.clear();
  unsigned numInputs = 0, nextInput = 0;
  for (const Room &room : rooms) {
    problem.pools.push_back({room.limit});
    numInputs += bool(room.input);
  }
  for (const Buffer &buffer : buffers) {
    PlanBuffer &plan = problem.buffers.emplace_back(buffer.plan);
    plan.pools.clear();
    auto found = restricted.find(buffer.memory);
    if (!buffer.getAlloc())
      plan.pools.push_back(nextInput++);
    else if (found != restricted.end())
      for (unsigned pool : found->second)
        plan.pools.push_back(numInputs + pool);
    else
      llvm::append_range(plan.pools, llvm::seq<unsigned>(0, rooms.size()));
  }
  return problem;
}

/// Returns whether the memory of inputs makes the pools smaller. Otherwise,
/// inputs stay as they are.
bool MemoryPlanner::needsInputs(const RestrictedBuffers &restricted) {
  auto plan = [&]() -> std::optional<MemoryPlan> {
    PlanProblem problem = makeProblem(findRooms(), restricted);
    problem.distances = makeDistances();
    llvm::Expected<MemoryPlan> found = planMemory(problem);
    if (found)
      return std::move(*found);
    llvm::consumeError(found.takeError());
    return std::nullopt;
  };
  std::optional<MemoryPlan> with = plan();
  SmallVector<Buffer> all = buffers;
  dropInputs();
  std::optional<MemoryPlan> without = plan();
  buffers = std::move(all);
  indexBuffers();
  return with && (!without || isSmaller(*with, *without));
}

void MemoryPlanner::dropInputs() {
  llvm::erase_if(buffers,
                 [](const Buffer &buffer) { return !buffer.getAlloc(); });
  indexBuffers();
}

LogicalResult MemoryPlanner::fillRooms(ArrayRef<Room> rooms,
                                       const RestrictedBuffers &restricted) {
  PlanProblem problem = makeProblem(rooms, restricted);
  bool isOnlyWorkspace = rooms.size() == 1 && !rooms.front().declared;
  FailureOr<MemoryPlan> plan = isOnlyWorkspace
                                   ? planWithOverlaps(std::move(problem))
                                   : planInRooms(rooms, std::move(problem));
  if (failed(plan))
    return failure();
  SmallVector<uint64_t> alignments;
  for (const Room &room : rooms)
    alignments.push_back(room.alignment);
  SmallVector<unsigned> numAllocs(rooms.size(), 0);
  for (auto [buffer, place] : llvm::zip_equal(buffers, plan->places)) {
    buffer.offset = place.offset;
    buffer.pool = rooms[place.pool].name;
    numAllocs[place.pool] += bool(buffer.getAlloc());
    alignments[place.pool] =
        std::max(alignments[place.pool], buffer.plan.alignment);
  }
  // Inputs that nothing overwrites stay as they are.
  for (auto [room, count, alignment, filled] :
       llvm::zip_equal(rooms, numAllocs, alignments, plan->pools))
    if (count != 0)
      addRoom(room, alignment, filled);
  llvm::erase_if(buffers,
                 [&](const Buffer &buffer) { return !findPool(buffer.pool); });
  indexBuffers();
  return success();
}

void MemoryPlanner::addRoom(const Room &room, uint64_t alignment,
                            const PoolPlan &filled) {
  PoolPlan plan = filled;
  // Who asks for more than the default does not want to share the last block,
  // such as a cache line, with what comes after. A pool that is declared has
  // at most the bytes that it was given.
  if (!room.input && settings.alignment > PlannerSettings::kDefaultAlignment)
    plan.bytes =
        std::min(llvm::alignTo(plan.bytes, settings.alignment), room.limit);
  auto type =
      MemRefType::get(plan.bytes, IntegerType::get(module.getContext(), 8));
  if (!room.declared && !room.input) {
    addPool(room.name, type, alignment, plan);
    for (Buffer &buffer : buffers)
      if (buffer.pool == room.name)
        buffer.pool = pools.back().name;
    return;
  }
  poolsByName[room.name] = pools.size();
  pools.push_back({room.name, type, alignment, plan, room.input});
  PoolDescription &description = pools.back().description;
  if (PoolOp pool = room.declared) {
    if (IntegerAttr hint = pool.getSizeHintAttr())
      description.limit = hint.getInt();
    description.section = pool.getSectionAttr();
    description.isExternal = pool.getExternal();
    return;
  }
  description.limit = room.limit;
  description.input = room.input.getArgNumber();
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Checks that the pools and the variables of the model fit the limit.
LogicalResult MemoryPlanner::verifyLimit() {
  uint64_t needed = 0, variables = 0;
  for (const Pool &pool : pools)
    if (!pool.input)
      needed = llvm::SaturatingAdd(needed, pool.plan.bytes);
  for (auto global : module.getOps<memref::GlobalOp>())
    if (!global.getConstant() && !global.isExternal() &&
        !global.isUninitialized())
      variables =
          llvm::SaturatingAdd(variables, bytesOf(global.getType()).value_or(0));
  uint64_t all = llvm::SaturatingAdd(needed, variables);
  uint64_t limit = settings.limit;
  if (limit == 0 || all <= limit)
    return success();
  InFlightDiagnostic diag = function.emitError("the model needs ");
  diag << needed << " bytes of RAM between its kernels";
  if (variables != 0)
    diag << " and " << variables << " for its variables";
  diag << ", " << all - limit << " more than the limit of " << limit
       << "; give a higher limit (--ram), or make the tensors at the peak "
          "smaller";
  noteBuffers(diag);
  return diag;
}

void MemoryPlanner::noteBuffers(InFlightDiagnostic &diag) {
  if (buffers.empty() || lifetimes.getSteps().empty())
    return;
  auto named = llvm::map_to_vector(buffers, [](const Buffer &buffer) {
    return NamedBuffer{buffer.name, buffer.plan.bytes, buffer.plan.first,
                       buffer.plan.last};
  });
  notePeak(diag, named, lifetimes.getSteps());
}

void MemoryPlanner::addPool(StringRef name, MemRefType type, uint64_t alignment,
                            const PoolPlan &plan) {
  std::string symbol = name.str();
  for (unsigned i = 1; symbols.lookup(symbol); ++i)
    symbol = (name + "_" + Twine(i)).str();
  OpBuilder builder(module.getContext());
  builder.setInsertionPoint(function);
  symbols.insert(memref::GlobalOp::create(
      builder, function.getLoc(), symbol, builder.getStringAttr("private"),
      type, builder.getUnitAttr(), /*constant=*/false,
      builder.getI64IntegerAttr(alignment)));
  poolsByName[symbol] = pools.size();
  pools.push_back({symbol, type, alignment, plan});
}
