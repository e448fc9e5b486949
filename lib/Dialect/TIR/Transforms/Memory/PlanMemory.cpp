//===- PlanMemory.cpp - A static place for each buffer
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeclaredPools.h"
#include "DescribeSteps.h"
#include "MemoryPeak.h"
#include "OverlapVariants.h"
#include "tir/Dialect/TIR/Analysis/BufferDistances.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/Analysis/Recursion.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Plan/MemoryPlan.h"
#include "tir/Support/UniqueNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

#include <map>

namespace tir {
#define GEN_PASS_DEF_TIRPLANMEMORYPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kWorkspaceName = "workspace";

namespace {
/// An allocation and its place in the plan.
struct Buffer {
  memref::AllocOp alloc;
  std::string name;
  std::string pool;
  PlanBuffer plan;
  uint64_t offset = 0;
  /// The names of the buffers that it overwrites while they are read.
  SmallVector<StringRef> over;
};

/// A global that contains one buffer, or all of them, or those that were placed
/// in a declared pool.
struct Pool {
  std::string name;
  MemRefType type;
  uint64_t alignment;
  PoolPlan plan;
  /// What else the plan says of a declared pool.
  NamedAttrList description = {};
  Value address = nullptr;
};

class MemoryPlanner {
public:
  MemoryPlanner(PrimFuncOp function, SymbolTable &symbols,
                const DeclaredPools &declared, PlanStrategy strategy,
                uint64_t alignment, uint64_t limit)
      : function(function), module(function->getParentOfType<ModuleOp>()),
        symbols(symbols), declared(declared), lifetimes(function),
        layout(DataLayout::closest(function)), strategy(strategy),
        alignment(alignment), limit(limit) {}

  /// Determines the place of each buffer.
  LogicalResult plan() {
    return success(succeeded(collect()) && succeeded(makePools()) &&
                   succeeded(verifyLimit()));
  }

  SmallVector<Overlap> findOverlaps();

  /// Returns the pool of that name, or null if no buffer is in it.
  Pool *findPool(StringRef name) {
    Pool *found = llvm::find_if(
        pools, [&](const Pool &pool) { return pool.name == name; });
    return found != pools.end() ? found : nullptr;
  }

  /// Puts each buffer in its place, after the callees have been adapted to the
  /// overlaps.
  void apply() {
    ArrayAttr steps = describeSteps(module.getContext(), lifetimes, layout);
    for (Buffer &buffer : buffers)
      replace(buffer);
    function->setAttr(kPlanAttrName, describe(steps));
  }

private:
  LogicalResult collect();
  LogicalResult addBuffer(memref::AllocOp alloc);
  std::optional<uint64_t> bytesOf(MemRefType type) const;
  std::string nameBuffer(memref::AllocOp alloc);
  FailureOr<MemoryPlan> planOrFail(const PlanProblem &problem);
  FailureOr<MemoryPlan> planWithOverlaps(PlanProblem problem);
  FailureOr<MemoryPlan> planInDeclaredPools(PlanProblem problem);
  InFlightDiagnostic reportOverflow(PlanProblem problem, llvm::Error error);
  void noteBuffers(InFlightDiagnostic &diag);
  LogicalResult makePools();
  LogicalResult fillDeclaredPools();
  LogicalResult verifyLimit();
  std::vector<PlanDistance> makeDistances();
  void addPool(StringRef name, MemRefType type, uint64_t poolAlignment,
               const PoolPlan &plan);
  void replace(Buffer &buffer);
  std::vector<PlanBuffer> collectUnaligned() const;
  uint64_t lowerBoundOfAllPools();
  uint64_t liveBytesWithArguments();
  DictionaryAttr describe(ArrayAttr steps);

  PrimFuncOp function;
  ModuleOp module;
  SymbolTable &symbols;
  const DeclaredPools &declared;
  BufferLifetimes lifetimes;
  DataLayout layout;
  PlanStrategy strategy;
  uint64_t alignment;
  /// The most bytes of memory; 0 for no limit.
  uint64_t limit;
  SmallVector<Buffer> buffers;
  /// The index of each allocation in `buffers`.
  DenseMap<Value, unsigned> indexOf;
  SmallVector<BufferDistance> distances;
  SmallVector<Pool> pools;
  UniqueNames names;
};
} // namespace

//===----------------------------------------------------------------------===//
// The buffers to plan
//===----------------------------------------------------------------------===//

/// Erases an allocation that no step uses, with its views.
static void eraseUnused(memref::AllocOp alloc) {
  SmallVector<Operation *> dead = {alloc};
  for (size_t i = 0; i < dead.size(); ++i)
    for (Operation *user : dead[i]->getUsers())
      if (!llvm::is_contained(dead, user))
        dead.push_back(user);
  for (Operation *op : dead)
    op->dropAllUses();
  for (Operation *op : dead)
    op->erase();
}

LogicalResult MemoryPlanner::collect() {
  SmallVector<memref::AllocOp> allocs;
  SmallVector<memref::DeallocOp> deallocs;
  function.walk([&](memref::AllocOp op) { allocs.push_back(op); });
  function.walk([&](memref::DeallocOp op) { deallocs.push_back(op); });
  for (memref::AllocOp alloc : allocs)
    if (failed(addBuffer(alloc)))
      return failure();
  // Buffers are named and reported in the order of their first use.
  llvm::stable_sort(buffers, [](const Buffer &a, const Buffer &b) {
    return a.plan.first < b.plan.first;
  });
  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    buffer.name = nameBuffer(buffer.alloc);
    indexOf[buffer.alloc] = index;
  }
  distances = findDistances(lifetimes);
  for (memref::DeallocOp dealloc : deallocs)
    dealloc.erase();
  for (memref::AllocOp alloc : allocs)
    if (!lifetimes.getLifetime(alloc))
      eraseUnused(alloc);
  return success();
}

LogicalResult MemoryPlanner::addBuffer(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  for (Operation *parent = alloc->getParentOp(); parent != function;
       parent = parent->getParentOp()) {
    if (isa<RegionBranchOpInterface>(parent))
      continue;
    InFlightDiagnostic diag = alloc.emitOpError(
        "stands in a region that is no control flow, where it may run many "
        "times or never; expected every allocation in the function's own block "
        "or under scf.if, scf.for or scf.while: move it there");
    diag.attachNote(parent->getLoc())
        << "in the region of this '" << parent->getName() << "'";
    return diag;
  }
  if (Value view = lifetimes.getViewOutside(alloc)) {
    InFlightDiagnostic diag = alloc.emitOpError(
        "is passed out of its region, so that the buffer behind it is known "
        "only when it runs; expected one buffer for every way through: "
        "allocate it in front of the region, and copy into it");
    diag.attachNote(view.getLoc()) << "it arrives here";
    return diag;
  }
  if (!type.hasStaticShape())
    return alloc.emitOpError("has type ")
           << type << ", expected a static shape, as the buffer's place is "
           << "decided now; give the dynamic dimensions sizes "
           << "(--input-shape)";
  if (!type.getLayout().isIdentity())
    return alloc.emitOpError("has type ")
           << type << ", expected the identity layout, in which elements lie "
           << "side by side; allocate that and take a view of it";
  if (type.getMemorySpace())
    return alloc.emitOpError("lies in memory space ")
           << type.getMemorySpace() << ", expected the default one, as there "
           << "is one workspace only";
  std::optional<uint64_t> bytes = bytesOf(type);
  if (!bytes)
    return alloc.emitOpError("has type ")
           << type << ", expected at most 2^63 - 1 bytes";
  if (Operation *escape = lifetimes.getEscape(alloc)) {
    InFlightDiagnostic diag = escape->emitOpError(
        "takes the address of a buffer to where its uses cannot be followed; "
        "expected only views (memref.subview, memref.expand_shape and the "
        "like), calls and "
        "copies, from which the end of its life is known");
    diag.attachNote(alloc.getLoc()) << "the buffer is allocated here";
    return diag;
  }
  std::optional<Lifetime> lifetime = lifetimes.getLifetime(alloc);
  if (!lifetime)
    return success();
  Buffer buffer;
  buffer.alloc = alloc;
  buffer.plan = {*bytes,
                 std::max({alignment, alloc.getAlignment().value_or(1),
                           layout.getTypeABIAlignment(type.getElementType())}),
                 lifetime->first, lifetime->last};
  buffers.push_back(std::move(buffer));
  return success();
}

std::optional<uint64_t> MemoryPlanner::bytesOf(MemRefType type) const {
  Type element = type.getElementType();
  uint64_t bytes = llvm::alignTo(layout.getTypeSize(element).getFixedValue(),
                                 layout.getTypeABIAlignment(element));
  bool overflow = false;
  for (int64_t size : type.getShape()) {
    bytes = llvm::SaturatingMultiply(bytes, uint64_t(size), &overflow);
    if (overflow)
      return std::nullopt;
  }
  if (bytes > uint64_t(INT64_MAX))
    return std::nullopt;
  return bytes;
}

/// Names a buffer after the kernel that writes it first, and after the kernel's
/// argument if the kernel writes several buffers.
std::string MemoryPlanner::nameBuffer(memref::AllocOp alloc) {
  std::string name = "buffer";
  if (OpOperand *write = lifetimes.getFirstWrite(alloc)) {
    if (auto call = dyn_cast<CallTIROp>(write->getOwner())) {
      name = getStepName(call);
      PrimFuncOp callee = call.lookupCallee();
      unsigned numWritten = 0;
      for (unsigned i = 0, e = callee ? callee.getNumArguments() : 0; i < e;
           ++i)
        numWritten += isa<BaseMemRefType>(callee.getArgumentTypes()[i]) &&
                      callee.getEffect(i) != Effect::Read;
      if (numWritten > 1)
        if (auto argument = callee.getArgAttrOfType<StringAttr>(
                write->getOperandNumber(), kNameAttrName))
          name += ("_" + argument.getValue()).str();
    } else if (auto call = dyn_cast<BufferCallOpInterface>(write->getOwner())) {
      name = layerNameToIdentifier(call.getCalleeName());
    } else if (isa<memref::CopyOp>(write->getOwner())) {
      name = "copy";
    }
  }
  return names.makeUnique(name, "_");
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

FailureOr<MemoryPlan> MemoryPlanner::planOrFail(const PlanProblem &problem) {
  llvm::Expected<MemoryPlan> plan = planMemory(problem);
  if (!plan)
    return function.emitOpError("has buffers that cannot be planned: ")
           << llvm::toString(plan.takeError());
  if (llvm::Error error = verifyMemoryPlan(problem, *plan))
    return function.emitOpError("got a plan that is wrong, a bug of tirc: ")
           << llvm::toString(std::move(error));
  return std::move(*plan);
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
  if (strategy == PlanStrategy::Separate) {
    for (Buffer &buffer : buffers) {
      FailureOr<MemoryPlan> plan = planOrFail({{buffer.plan}});
      if (failed(plan))
        return failure();
      // The symbol of the kernel already has the buffer's name.
      addPool(buffer.name + "_buffer", buffer.alloc.getType(),
              buffer.plan.alignment, plan->pools.front());
      buffer.pool = pools.back().name;
    }
    return success();
  }
  if (buffers.empty())
    return success();
  if (!declared.getBufferPools().empty())
    return fillDeclaredPools();
  PlanProblem problem;
  uint64_t most = alignment;
  for (Buffer &buffer : buffers) {
    problem.buffers.push_back(buffer.plan);
    most = std::max(most, buffer.plan.alignment);
  }
  FailureOr<MemoryPlan> plan = planWithOverlaps(std::move(problem));
  if (failed(plan))
    return failure();
  for (auto [buffer, place] : llvm::zip_equal(buffers, plan->places))
    buffer.offset = place.offset;
  const PoolPlan &workspace = plan->pools.front();
  auto type = MemRefType::get(workspace.bytes,
                              IntegerType::get(module.getContext(), 8));
  addPool(kWorkspaceName, type, most, workspace);
  for (Buffer &buffer : buffers)
    buffer.pool = pools.back().name;
  return success();
}

/// Reports that the buffers do not fit the declared pools.
InFlightDiagnostic MemoryPlanner::reportOverflow(PlanProblem problem,
                                                 llvm::Error error) {
  std::string reason = llvm::toString(std::move(error));
  ArrayRef<PoolOp> given = declared.getBufferPools();
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

/// Returns whether `plan` takes fewer bytes of the last pool than `other`, or
/// as many of it and fewer of the one before, and so on.
static bool isSmaller(const MemoryPlan &plan, const MemoryPlan &other) {
  for (auto [a, b] : llvm::reverse(llvm::zip_equal(plan.pools, other.pools)))
    if (a.bytes != b.bytes)
      return a.bytes < b.bytes;
  return false;
}

FailureOr<MemoryPlan> MemoryPlanner::planInDeclaredPools(PlanProblem problem) {
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
  if (llvm::Error error = verifyMemoryPlan(problem, *best))
    return function.emitOpError("got a plan that is wrong, a bug of tirc: ")
           << llvm::toString(std::move(error));
  return std::move(*best);
}

LogicalResult MemoryPlanner::fillDeclaredPools() {
  ArrayRef<PoolOp> given = declared.getBufferPools();
  PlanProblem problem;
  problem.pools.clear();
  SmallVector<uint64_t> alignments;
  for (PoolOp pool : given) {
    problem.pools.push_back({DeclaredPools::getLimit(pool)});
    alignments.push_back(pool.getAlignment());
  }
  auto restricted = declared.findCandidates(lifetimes);
  if (failed(restricted))
    return failure();
  for (Buffer &buffer : buffers) {
    auto found = restricted->find(buffer.alloc);
    buffer.plan.pools = found != restricted->end()
                            ? found->second
                            : declared.getAllCandidates();
    problem.buffers.push_back(buffer.plan);
  }
  FailureOr<MemoryPlan> plan = planInDeclaredPools(std::move(problem));
  if (failed(plan))
    return failure();
  for (auto [buffer, place] : llvm::zip_equal(buffers, plan->places)) {
    buffer.offset = place.offset;
    buffer.pool = PoolOp(given[place.pool]).getSymName().str();
    alignments[place.pool] =
        std::max(alignments[place.pool], buffer.plan.alignment);
  }
  Builder builder(module.getContext());
  for (auto [declaration, alignment, filled] :
       llvm::zip_equal(given, alignments, plan->pools)) {
    if (filled.bytes == 0)
      continue;
    PoolOp pool = declaration;
    auto type = MemRefType::get(filled.bytes, builder.getI8Type());
    pools.push_back({pool.getSymName().str(), type, alignment, filled});
    NamedAttrList &description = pools.back().description;
    if (IntegerAttr hint = pool.getSizeHintAttr())
      description.set("limit", hint);
    if (StringAttr section = pool.getSectionAttr())
      description.set("section", section);
    if (pool.getExternal())
      description.set("external", builder.getUnitAttr());
  }
  return success();
}

/// Checks that the pools and the variables of the model fit the limit.
LogicalResult MemoryPlanner::verifyLimit() {
  uint64_t needed = 0, variables = 0;
  for (const Pool &pool : pools)
    needed = llvm::SaturatingAdd(needed, pool.plan.bytes);
  for (auto global : module.getOps<memref::GlobalOp>())
    if (!global.getConstant() && !global.isExternal() &&
        !global.isUninitialized())
      variables =
          llvm::SaturatingAdd(variables, bytesOf(global.getType()).value_or(0));
  uint64_t all = llvm::SaturatingAdd(needed, variables);
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
  if (buffers.empty())
    return;
  auto named = llvm::map_to_vector(buffers, [](const Buffer &buffer) {
    return NamedBuffer{buffer.name, buffer.plan.bytes, buffer.plan.first,
                       buffer.plan.last};
  });
  notePeak(diag, named, lifetimes.getSteps());
}

std::vector<PlanDistance> MemoryPlanner::makeDistances() {
  std::vector<PlanDistance> made;
  for (const BufferDistance &distance : distances)
    made.push_back({indexOf.at(distance.lower), indexOf.at(distance.upper),
                    distance.bytes});
  return made;
}

/// Finds the arguments of calls that share memory in the plan, and records for
/// each buffer which buffers it overwrites.
SmallVector<Overlap> MemoryPlanner::findOverlaps() {
  SmallVector<Overlap> overlaps;
  for (const BufferDistance &distance : distances) {
    Buffer &lower = buffers[indexOf.at(distance.lower)];
    Buffer &upper = buffers[indexOf.at(distance.upper)];
    if (lower.pool != upper.pool ||
        lower.offset + lower.plan.bytes <= upper.offset ||
        upper.offset + upper.plan.bytes <= lower.offset)
      continue;
    lower.over.push_back(upper.name);
    BufferCallOpInterface call = distance.call;
    SmallVector<Value> args =
        llvm::map_to_vector(call.getArgOperands(), getViewedBuffer);
    unsigned output = llvm::find(args, distance.lower) - args.begin();
    for (auto [input, buffer] : llvm::enumerate(args))
      if (buffer == distance.upper)
        overlaps.push_back({call, output, unsigned(input)});
  }
  return overlaps;
}

void MemoryPlanner::addPool(StringRef name, MemRefType type,
                            uint64_t poolAlignment, const PoolPlan &plan) {
  std::string symbol = name.str();
  for (unsigned i = 1; symbols.lookup(symbol); ++i)
    symbol = (name + "_" + Twine(i)).str();
  OpBuilder builder(module.getContext());
  builder.setInsertionPoint(function);
  symbols.insert(memref::GlobalOp::create(
      builder, function.getLoc(), symbol, builder.getStringAttr("private"),
      type, builder.getUnitAttr(), /*constant=*/false,
      builder.getI64IntegerAttr(poolAlignment)));
  pools.push_back({symbol, type, poolAlignment, plan});
}

void MemoryPlanner::replace(Buffer &buffer) {
  OpBuilder builder(buffer.alloc);
  Location loc = buffer.alloc.getLoc();
  Pool &pool = *findPool(buffer.pool);
  if (!pool.address) {
    OpBuilder::InsertionGuard guard(builder);
    if (strategy == PlanStrategy::Packed)
      builder.setInsertionPointToStart(&function.getBody().front());
    // Models share the pools of their module, the largest of which they have.
    auto global = symbols.lookup<memref::GlobalOp>(pool.name);
    pool.address =
        memref::GetGlobalOp::create(builder, loc, global.getType(), pool.name);
  }
  Value place = pool.address;
  if (strategy == PlanStrategy::Packed) {
    Value offset = arith::ConstantIndexOp::create(builder, loc, buffer.offset);
    place = memref::ViewOp::create(builder, loc, buffer.alloc.getType(), place,
                                   offset, /*sizes=*/ValueRange());
  }
  buffer.alloc.replaceAllUsesWith(place);
  buffer.alloc.erase();
}

//===----------------------------------------------------------------------===//
// The report of the plan
//===----------------------------------------------------------------------===//

/// Returns the buffers without their alignment: which of them lie in one pool,
/// so that it could cost memory, is up to the plan.
std::vector<PlanBuffer> MemoryPlanner::collectUnaligned() const {
  std::vector<PlanBuffer> all;
  for (const Buffer &buffer : buffers)
    all.push_back({buffer.plan.bytes, 1, buffer.plan.first, buffer.plan.last});
  return all;
}

uint64_t MemoryPlanner::lowerBoundOfAllPools() {
  return liveBytesBound(collectUnaligned(), makeDistances());
}

/// An input is live until its last use, and an output from its first write.
/// Other tools also plan inputs and outputs; this is how much memory that
/// takes.
uint64_t MemoryPlanner::liveBytesWithArguments() {
  std::vector<PlanBuffer> all = collectUnaligned();
  std::vector<PlanDistance> made = makeDistances();
  size_t numSteps = lifetimes.getSteps().size();
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    std::optional<Lifetime> lifetime = lifetimes.getLifetime(argument);
    if (!type || !type.hasStaticShape() || !lifetime)
      continue;
    Effect effect = function.getEffect(argument.getArgNumber());
    if (effect != Effect::Write)
      lifetime->first = 0;
    if (effect != Effect::Read)
      lifetime->last = numSteps - 1;
    all.push_back(
        {bytesOf(type).value_or(0), 1, lifetime->first, lifetime->last});
  }
  return liveBytesBound(all, made);
}

DictionaryAttr MemoryPlanner::describe(ArrayAttr steps) {
  Builder builder(module.getContext());
  auto number = [&](StringRef name, uint64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  auto text = [&](StringRef name, StringRef value) {
    return builder.getNamedAttr(name, builder.getStringAttr(value));
  };
  SmallVector<Attribute> poolAttrs, bufferAttrs;
  for (const Pool &pool : pools) {
    NamedAttrList row = pool.description;
    row.append(text("name", pool.name));
    row.append(number("bytes", pool.plan.bytes));
    row.append(number("alignment", pool.alignment));
    row.append(number("lower_bound", pool.plan.lowerBound));
    row.append(number("gap", pool.plan.gap()));
    row.append("optimal", builder.getBoolAttr(pool.plan.optimal));
    row.append(text("method", pool.plan.method));
    poolAttrs.push_back(row.getDictionary(module.getContext()));
  }
  for (const Buffer &buffer : buffers) {
    SmallVector<NamedAttribute> row = {
        text("name", buffer.name),
        text("pool", buffer.pool),
        number("offset", buffer.offset),
        number("bytes", buffer.plan.bytes),
        number("alignment", buffer.plan.alignment),
        number("first", buffer.plan.first),
        number("last", buffer.plan.last)};
    if (!buffer.over.empty())
      row.push_back(
          builder.getNamedAttr("over", builder.getStrArrayAttr(buffer.over)));
    bufferAttrs.push_back(builder.getDictionaryAttr(row));
  }
  SmallVector<NamedAttribute> plan = {
      text("strategy",
           strategy == PlanStrategy::Packed ? "packed" : "separate"),
      builder.getNamedAttr("pools", builder.getArrayAttr(poolAttrs)),
      builder.getNamedAttr("buffers", builder.getArrayAttr(bufferAttrs)),
      builder.getNamedAttr("steps", steps),
      number("inputs_outputs_live_bytes", liveBytesWithArguments())};
  // Each pool by itself could be empty; all of them together cannot.
  if (declared.getBufferPools().size() > 1 && !pools.empty())
    plan.push_back(number("lower_bound", lowerBoundOfAllPools()));
  if (ArrayAttr loops = describeLoops(module.getContext(), lifetimes);
      !loops.empty())
    plan.push_back(builder.getNamedAttr("loops", loops));
  return builder.getDictionaryAttr(plan);
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
    if (strategy == PlanStrategy::Packed)
      inferDistances(module);
    DeclaredPools declared(module);
    if (strategy == PlanStrategy::Separate &&
        !declared.getBufferPools().empty()) {
      PoolOp(declared.getBufferPools().front())
          .emitOpError("is to be filled with buffers, but strategy=separate "
                       "(--plan=separate) gives each buffer an array of its "
                       "own; drop one of them");
      return signalPassFailure();
    }
    if (failed(declared.placeConstants()))
      return signalPassFailure();
    SymbolTable symbols(module);
    SmallVector<std::unique_ptr<MemoryPlanner>> planners;
    for (PrimFuncOp main : mains)
      planners.push_back(std::make_unique<MemoryPlanner>(
          main, symbols, declared, strategy, alignment, limit));
    // Models may share kernels. All of them are planned before the first
    // kernel is fitted, because that removes distances.
    SmallVector<Overlap> overlaps;
    for (const auto &planner : planners) {
      if (failed(planner->plan()))
        return signalPassFailure();
      llvm::append_range(overlaps, planner->findOverlaps());
    }
    makeOverlapVariants(module, symbols, overlaps);
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
  }
};
} // namespace
