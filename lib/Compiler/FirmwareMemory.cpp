//===- FirmwareMemory.cpp - The memory of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirmwareMemory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

/// The pool of a program without pools in its plan, which each model has,
/// too.
static constexpr llvm::StringLiteral kDefaultPool = "workspace";
/// The alignment of each place that does not belong to a model, as of the
/// workspace.
static constexpr uint64_t kBlockAlignment = 16;

PrimFuncOp tir::getMain(ModuleOp module) {
  SmallVector<FunctionOpInterface> models = getModels(module);
  return models.empty() ? PrimFuncOp() : dyn_cast<PrimFuncOp>(*models.front());
}

static uint64_t countMemoryBytes(MemRefType type) {
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

uint64_t tir::countStateBytes(ModuleOp module) {
  uint64_t bytes = 0, most = 1;
  for (auto global : module.getOps<memref::GlobalOp>()) {
    if (!getGlobalParts(global).isVariable)
      continue;
    uint64_t own = countMemoryBytes(global.getType());
    uint64_t alignment = std::max<uint64_t>(
        llvm::divideCeil(global.getType().getElementTypeBitWidth(), 8), 1);
    bytes = llvm::alignTo(bytes, llvm::PowerOf2Ceil(alignment)) + own;
    most = std::max(most, llvm::PowerOf2Ceil(alignment));
  }
  return llvm::alignTo(bytes, most);
}

InFlightDiagnostic FirmwareMemory::error(PlanPlaceInFile at) {
  return emitError(getLocation(context, plan, at));
}

const FirmwarePool *FirmwareMemory::findPool(StringRef name) const {
  auto found = llvm::find_if(plan.pools, [&](const FirmwarePool &pool) {
    return pool.name.text == name;
  });
  return found == plan.pools.end() ? nullptr : &*found;
}

/// Returns the name of the pool for what does not belong to a model.
StringRef FirmwareMemory::getFirstPool() const {
  if (plan.pools.empty())
    return kDefaultPool;
  return plan.pools.front().name.text;
}

FirmwareArena &FirmwareMemory::getArena(StringRef name) {
  for (FirmwareArena &arena : arenas)
    if (arena.name == name)
      return arena;
  FirmwareArena &arena = arenas.emplace_back();
  arena.name = name.str();
  if (const FirmwarePool *pool = findPool(name)) {
    arena.section = pool->section;
    arena.limit = pool->bytes;
    arena.alignment = std::max<uint64_t>(pool->alignment, 1);
  }
  return arena;
}

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

/// Returns the end of the buffers of a pool that live at more than one step:
/// what a step leaves for another one. The others are the memory of one call.
static uint64_t countKeptBytes(PlanAttr plan, StringAttr pool) {
  int64_t kept = 0;
  for (PlannedBufferAttr buffer : plan.getBuffers())
    if (buffer.getPool() == pool && buffer.getFirst() != buffer.getLast())
      kept = std::max(kept, buffer.getOffset() + buffer.getBytes());
  return kept;
}

LogicalResult FirmwareMemory::collectBuffers(unsigned model) {
  ModuleOp module = *parts[model].module;
  PlanAttr planned = getPlan(getMain(module));
  for (PlannedPoolAttr pool : getPlannedPools(planned)) {
    if (pool.isOfApplication())
      return module.emitError("the pool '")
             << pool.getName().getValue()
             << "' is passed by the application with each run, but with "
                "--firmware the program has the memory of all models; expected "
                "pools of the plan";
    if (pool.getBytes() == 0)
      continue;
    FirmwareBlock block;
    block.model = model;
    block.bytes = pool.getBytes();
    block.alignment = pool.getAlignment();
    block.keptBytes = std::min(countKeptBytes(planned, pool.getName()),
                               uint64_t(pool.getBytes()));
    FirmwareArena &arena = getArena(pool.getName().getValue());
    if (arena.section.empty() && pool.getSection())
      arena.section = pool.getSection().str();
    arena.blocks.push_back(std::move(block));
  }
  return success();
}

LogicalResult FirmwareMemory::collectState(unsigned model) {
  auto described = llvm::find_if(plan.models, [&](const FirmwareModel &one) {
    return one.name.text == parts[model].name;
  });
  if (described == plan.models.end() || !described->keepsState)
    return success();
  FirmwareBlock block;
  block.kind = FirmwareBlock::Kind::State;
  block.model = model;
  block.bytes = block.keptBytes = countStateBytes(*parts[model].module);
  block.alignment = kBlockAlignment;
  if (block.bytes == 0)
    return error(described->name.at)
           << "the firmware is to keep the state of '" << parts[model].name
           << "', but the model has no variables that live from run to run; "
              "expected no 'state' for it";
  getArena(getFirstPool()).blocks.push_back(std::move(block));
  return success();
}

/// Finds `model.tensor`.
FailureOr<PassedArgument> FirmwareMemory::findArgument(const PlacedText &end,
                                                       bool isOutput) {
  auto [model, tensor] = StringRef(end.text).split('.');
  PassedArgument result;
  while (parts[result.model].name != model)
    ++result.model;
  PrimFuncOp main = getMain(*parts[result.model].module);
  SmallVector<std::string> names;
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto name = main.getArgAttrOfType<StringAttr>(i, kNameAttrName);
    bool isInput =
        main.getEffect(i) == Effect::Read || getPort(main, i).isOverwritten;
    if (!name || !isa<MemRefType>(main.getArgumentTypes()[i]) ||
        getPort(main, i).pool || isInput == isOutput)
      continue;
    names.push_back("'" + name.str() + "'");
    if (name != tensor)
      continue;
    result.argument = i;
    if (!getPort(main, i).isOverwritten)
      return result;
    return error(end.at) << "'" << end.text
                         << "' is overwritten by a run (--overwrite-inputs), "
                            "but it is passed on, and the model that writes it "
                            "may not run again before; expected a model that "
                            "was compiled without this option";
  }
  return error(end.at) << "the model '" << model << "' has no "
                       << (isOutput ? "output" : "input") << " '" << tensor
                       << "'; expected one of "
                       << (names.empty() ? "none, as it has none"
                                         : llvm::join(names, ", "));
}

LogicalResult FirmwareMemory::checkTypes(const PassRule &rule,
                                         const PassedArgument &from,
                                         const PassedArgument &to) {
  PrimFuncOp writer = getMain(*parts[from.model].module);
  PrimFuncOp reader = getMain(*parts[to.model].module);
  Type one = writer.getArgumentTypes()[from.argument];
  Type other = reader.getArgumentTypes()[to.argument];
  auto shape = [](Type type) {
    std::string text;
    llvm::raw_string_ostream os(text);
    auto memory = cast<MemRefType>(type);
    llvm::interleave(memory.getShape(), os, "x");
    os << " of " << memory.getElementType();
    return text;
  };
  if (one != other) {
    InFlightDiagnostic diag =
        error(rule.to.at) << "'" << rule.to.text << "' is " << shape(other)
                          << ", but '" << rule.from.text
                          << "', which is passed on to it, is " << shape(one)
                          << "; expected the same shape and type: convert the "
                             "tensor in one of the models";
    diag.attachNote(getLocation(context, plan, rule.from.at))
        << "'" << rule.from.text << "' is named here";
    return diag;
  }
  EncodingAttr written = getPort(writer, from.argument).encoding;
  EncodingAttr read = getPort(reader, to.argument).encoding;
  if (written == read || !written || !read)
    return success();
  InFlightDiagnostic diag =
      error(rule.to.at)
      << "'" << rule.to.text << "' has another quantisation (" << read
      << ") than '" << rule.from.text << "' (" << written
      << "), which is passed on to it without a change; expected the same "
         "scale and zero point: quantise the tensor in both models alike";
  diag.attachNote(getLocation(context, plan, rule.from.at))
      << "'" << rule.from.text << "' is named here";
  return diag;
}

/// Returns the alignment that a model needs of an argument.
uint64_t FirmwareMemory::getAlignment(const PassedArgument &end) const {
  PrimFuncOp main = getMain(*parts[end.model].module);
  return std::max<int64_t>(getPort(main, end.argument).alignment, 1);
}

LogicalResult FirmwareMemory::collectPasses() {
  for (const PassRule &rule : plan.passes) {
    FailureOr<PassedArgument> from = findArgument(rule.from, true);
    if (failed(from))
      return failure();
    FailureOr<PassedArgument> to = findArgument(rule.to, false);
    if (failed(to) || failed(checkTypes(rule, *from, *to)))
      return failure();
    from->block = to->block = rule.from.text;
    auto isSame = [](const PassedArgument &end) {
      return [&](const PassedArgument &other) {
        return other.model == end.model && other.argument == end.argument;
      };
    };
    if (llvm::any_of(passed, isSame(*to)))
      return error(rule.to.at)
             << "'" << rule.to.text
             << "' is passed on from two outputs; expected one for each input";
    passed.push_back(*to);
    uint64_t alignment =
        std::max({kBlockAlignment, getAlignment(*from), getAlignment(*to)});
    // One output may go to several models.
    if (llvm::any_of(passed, isSame(*from))) {
      for (FirmwareBlock &block : getArena(getFirstPool()).blocks)
        if (block.kind == FirmwareBlock::Kind::Passed &&
            block.name == rule.from.text)
          block.alignment = std::max(block.alignment, alignment);
      continue;
    }
    passed.push_back(*from);
    FirmwareBlock block;
    block.kind = FirmwareBlock::Kind::Passed;
    block.model = from->model;
    block.name = rule.from.text;
    PrimFuncOp main = getMain(*parts[from->model].module);
    block.bytes = block.keptBytes = countMemoryBytes(
        cast<MemRefType>(main.getArgumentTypes()[from->argument]));
    block.alignment = alignment;
    getArena(getFirstPool()).blocks.push_back(std::move(block));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// Returns how two blocks lie apart, if they do. What is passed on or kept is
/// there between runs, and so apart from everything.
std::optional<JointConflict>
FirmwareMemory::getConflict(const FirmwareArena &arena, unsigned one,
                            unsigned other) const {
  const FirmwareBlock &a = arena.blocks[one], &b = arena.blocks[other];
  JointConflict conflict = {one, other, a.bytes, b.bytes};
  if (a.kind != FirmwareBlock::Kind::Buffers ||
      b.kind != FirmwareBlock::Kind::Buffers)
    return conflict;
  switch (rules.get(a.model, b.model)) {
  case Relation::Excludes:
    return std::nullopt;
  case Relation::Together:
  case Relation::Interrupts:
  case Relation::IsInterrupted:
    return conflict;
  // Only what lives between steps is there when the other one runs.
  case Relation::InterruptsBetweenSteps:
    conflict.bytesOfOther = b.keptBytes;
    return conflict;
  case Relation::IsInterruptedBetweenSteps:
    conflict.bytesOfOne = a.keptBytes;
    return conflict;
  }
  llvm_unreachable("each relation has its case");
}

std::string FirmwareMemory::describe(const FirmwareBlock &block) const {
  std::string bytes = " with " + std::to_string(block.bytes) + " bytes";
  switch (block.kind) {
  case FirmwareBlock::Kind::Buffers:
    return "'" + parts[block.model].name + "'" + bytes;
  case FirmwareBlock::Kind::Passed:
    return "'" + block.name + "', which is passed on," + bytes;
  case FirmwareBlock::Kind::State:
    return "the state of '" + parts[block.model].name + "'" + bytes;
  }
  llvm_unreachable("each kind has its case");
}

LogicalResult FirmwareMemory::solve(FirmwareArena &arena) {
  JointProblem problem;
  for (const FirmwareBlock &block : arena.blocks) {
    problem.blocks.push_back({block.bytes, block.alignment});
    arena.alignment = std::max(arena.alignment, block.alignment);
  }
  for (unsigned i = 0; i < arena.blocks.size(); ++i)
    for (unsigned j = i + 1; j < arena.blocks.size(); ++j)
      if (std::optional<JointConflict> conflict = getConflict(arena, i, j))
        problem.conflicts.push_back(*conflict);
  llvm::Expected<JointPlan> solved = planJointly(problem);
  if (!solved)
    return emitOptionError(context)
           << "the pool '" << arena.name
           << "' cannot be planned: " << llvm::toString(solved.takeError());
  if (llvm::Error wrong = verifyJointPlan(problem, *solved))
    return emitOptionError(context)
           << "tirc itself failed: the plan of the pool '" << arena.name
           << "' is wrong: " << llvm::toString(std::move(wrong));
  arena.plan = std::move(*solved);
  for (auto [block, offset] : llvm::zip_equal(arena.blocks, arena.plan.offsets))
    block.offset = offset;
  return success();
}

/// Returns whether a model may have what does not fit into one pool in a later
/// one.
static bool hasLaterPool(const CompilationOptions &options, StringRef pool) {
  auto begins = [&](StringRef text) { return text.split(':').first == pool; };
  auto own = llvm::find_if(options.pools, begins);
  return own != options.pools.end() && std::next(own) != options.pools.end();
}

std::optional<FirmwareSpill> FirmwareMemory::findSpill() const {
  for (const FirmwareArena &arena : arenas) {
    if (!arena.limit || arena.plan.bytes <= *arena.limit)
      continue;
    // Models that come first have the first pools.
    for (unsigned index : llvm::reverse(arena.plan.forcing)) {
      const FirmwareBlock &block = arena.blocks[index];
      if (block.kind != FirmwareBlock::Kind::Buffers ||
          !hasLaterPool(parts[block.model].options, arena.name))
        continue;
      uint64_t others = 0;
      for (unsigned other : arena.plan.forcing)
        if (other != index)
          others += llvm::alignTo(arena.blocks[other].bytes, arena.alignment);
      uint64_t left = others < *arena.limit ? *arena.limit - others : 0;
      return FirmwareSpill{block.model, arena.name,
                           std::min(left, block.bytes - 1)};
    }
  }
  return std::nullopt;
}

LogicalResult FirmwareMemory::checkLimits() {
  for (const FirmwareArena &arena : arenas)
    if (arena.limit && arena.plan.bytes > *arena.limit)
      return reportLimit(arena);
  return success();
}

LogicalResult FirmwareMemory::reportLimit(const FirmwareArena &arena) {
  InFlightDiagnostic diag =
      error(findPool(arena.name)->name.at)
      << "the pool '" << arena.name << "' has " << *arena.limit
      << " bytes, but the models need " << arena.plan.bytes
      << " of it together; give it more, let fewer models run at the same "
         "time, or keep some of them out of it (pools in [models.NAME])";
  std::string texts;
  for (unsigned block : arena.plan.forcing)
    texts += (texts.empty() ? "" : ", ") + describe(arena.blocks[block]);
  diag.attachNote(getLocation(context, plan, findPool(arena.name)->name.at))
      << "the rules force " << arena.plan.lowerBound << " bytes: " << texts;
  return diag;
}

LogicalResult FirmwareMemory::place() {
  // Pools have the order of the plan.
  for (const FirmwarePool &pool : plan.pools)
    getArena(pool.name.text);
  for (unsigned model = 0; model < parts.size(); ++model)
    if (failed(collectBuffers(model)) || failed(collectState(model)))
      return failure();
  if (failed(collectPasses()))
    return failure();
  for (FirmwareArena &arena : arenas)
    if (failed(solve(arena)))
      return failure();
  return success();
}
