//===- StoreRowsAsInt16.cpp - Rows stored as their reader multiplies them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that multiplies 16-bit numbers widens its int8 pixels into scratch
// memory first. If another kernel stores them in the same iteration, and
// nothing else reads them, it can store them as these numbers.
//
//===----------------------------------------------------------------------===//

#include "MemoryPlanner.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/RowScheduleInterface.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace tir {
#define GEN_PASS_DEF_TIRSTOREROWSASINT16PASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

/// How much larger a plan may become, in percent.
static constexpr uint64_t kGrowth = 15;

namespace {
/// A buffer of one iteration, and the arguments of the only calls that use it.
struct Row {
  PrimFuncOp main;
  memref::AllocOp buffer;
  OpOperand *write, *read;
};

/// Kernels that have to agree on the rows between them.
struct RowSet {
  SmallVector<Row> rows;
  /// The arguments that store the rows, and those that read them.
  llvm::SetVector<BlockArgument> outputs, inputs;
};

class WordStorer {
public:
  WordStorer(ModuleOp module, PlannerSettings settings, bool mayGrow)
      : module(module), symbols(module), settings(settings), mayGrow(mayGrow) {
    module.walk(
        [&](CallTIROp call) { callsOf[call.lookupCallee()].push_back(call); });
    if (auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion()))
      for (SymbolTable::SymbolUse use : *uses)
        ++numUses[use.getSymbolRef().getRootReference()];
  }

  LogicalResult run();

private:
  std::optional<Row> findRow(PrimFuncOp main, memref::AllocOp buffer);
  SmallVector<RowSet> findSets();
  ArrayRef<Operation *> getCalls(BlockArgument argument) const {
    return callsOf.find(argument.getOwner()->getParentOp())->second;
  }
  bool isOpen(PrimFuncOp kernel) const;
  bool canChange(const RowSet &set);
  LogicalResult selectSets(SmallVectorImpl<RowSet> &sets);
  void change(ArrayRef<RowSet> sets);
  void storeWords(BlockArgument output);
  void readWords(BlockArgument input);
  void dropScratch(PrimFuncOp kernel);

  ModuleOp module;
  SymbolTable symbols;
  PlannerSettings settings;
  bool mayGrow;
  DenseMap<Operation *, SmallVector<Operation *>> callsOf;
  /// How often each symbol of the module occurs, in calls and elsewhere. Empty
  /// if an operation of the module may have uses that are not known.
  DenseMap<StringAttr, size_t> numUses;
};
} // namespace

//===----------------------------------------------------------------------===//
// Finding rows
//===----------------------------------------------------------------------===//

/// Returns the argument of the callee that gets an operand of a call.
static BlockArgument getArgument(OpOperand *operand) {
  auto call = cast<CallTIROp>(operand->getOwner());
  return call.lookupCallee().getArgument(operand->getOperandNumber());
}

static RowScheduleAttrInterface getSchedule(BlockArgument argument) {
  auto kernel = cast<PrimFuncOp>(argument.getOwner()->getParentOp());
  return dyn_cast<RowScheduleAttrInterface>(kernel.getScheduleAttr());
}

static FunctionOpInterface getKernel(BlockArgument argument) {
  return cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// Returns the type of the words that have the elements of a buffer, or null.
static MemRefType getWordsType(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!isWholeBuffer(type) || !buffer.getElementType().isInteger(8) ||
      buffer.getMemorySpace() || buffer.getNumElements() % 2 != 0)
    return {};
  return MemRefType::get({buffer.getNumElements() / 2},
                         IntegerType::get(type.getContext(), 32));
}

/// Returns whether kernels that are not here may call the function, or pass it
/// on.
bool WordStorer::isOpen(PrimFuncOp kernel) const {
  if (!kernel.isPrivate() || kernel.isExternal() || kernel.isInRegistry() ||
      !kernel.getScheduleAttr())
    return true;
  return numUses.lookup(kernel.getSymNameAttr()) != callsOf.at(kernel).size();
}

/// Returns the uses of a buffer and of its views, or std::nullopt if one of
/// these is a part of it.
static std::optional<SmallVector<OpOperand *>>
findWholeUses(memref::AllocOp buffer) {
  SmallVector<OpOperand *> uses;
  SmallVector<Value> views = {buffer};
  for (size_t i = 0; i < views.size(); ++i)
    for (OpOperand &use : views[i].getUses()) {
      auto view = dyn_cast<RebaseOp>(use.getOwner());
      if (!view) {
        uses.push_back(&use);
        continue;
      }
      // With as many elements, it begins with the first one.
      if (!isWholeBuffer(view.getType()) ||
          view.getType().getNumElements() != buffer.getType().getNumElements())
        return std::nullopt;
      views.push_back(view);
    }
  return uses;
}

std::optional<Row> WordStorer::findRow(PrimFuncOp main,
                                       memref::AllocOp buffer) {
  auto uses = findWholeUses(buffer);
  if (!uses || !getWordsType(buffer.getType()))
    return std::nullopt;
  Row row = {main, buffer, nullptr, nullptr};
  for (OpOperand *use : *uses) {
    auto call = dyn_cast<CallTIROp>(use->getOwner());
    if (!call || isOpen(call.lookupCallee()))
      return std::nullopt;
    Effect effect = call.getArgEffect(use->getOperandNumber());
    OpOperand *&found = effect == Effect::Write ? row.write : row.read;
    if (effect == Effect::ReadWrite || found)
      return std::nullopt;
    found = use;
  }
  if (!row.write || !row.read || row.write->getOwner() == row.read->getOwner())
    return std::nullopt;
  return row;
}

/// Returns the rows of the main functions, together with those that the same
/// kernels store and read.
SmallVector<RowSet> WordStorer::findSets() {
  SmallVector<Row> rows;
  for (auto main : module.getOps<PrimFuncOp>())
    if (!main.isPrivate())
      main.walk([&](scf::ForOp loop) {
        for (auto buffer : loop.getBody()->getOps<memref::AllocOp>())
          if (std::optional<Row> row = findRow(main, buffer))
            rows.push_back(*row);
      });
  llvm::EquivalenceClasses<void *> classes;
  for (const Row &row : rows)
    classes.unionSets(getArgument(row.write).getAsOpaquePointer(),
                      getArgument(row.read).getAsOpaquePointer());
  llvm::MapVector<void *, RowSet> sets;
  for (const Row &row : rows) {
    BlockArgument output = getArgument(row.write);
    RowSet &set = sets[classes.getLeaderValue(output.getAsOpaquePointer())];
    set.rows.push_back(row);
    set.outputs.insert(output);
    set.inputs.insert(getArgument(row.read));
  }
  SmallVector<RowSet> found;
  for (RowSet &set : llvm::make_second_range(sets))
    if (canChange(set))
      found.push_back(std::move(set));
  return found;
}

/// Returns whether all calls of the kernels store and read such rows, and the
/// kernels can do it by words.
bool WordStorer::canChange(const RowSet &set) {
  auto isRow = [&](BlockArgument argument, OpOperand *Row::*side) {
    return llvm::all_of(getCalls(argument), [&](Operation *call) {
      return llvm::any_of(set.rows, [&](const Row &row) {
        return (row.*side)->getOwner() == call &&
               getArgument(row.*side) == argument;
      });
    });
  };
  return llvm::all_of(set.outputs,
                      [&](BlockArgument output) {
                        return isRow(output, &Row::write) &&
                               getSchedule(output) &&
                               getSchedule(output).canWriteWords(
                                   getKernel(output), output.getArgNumber());
                      }) &&
         llvm::all_of(set.inputs, [&](BlockArgument input) {
           return isRow(input, &Row::read) && getSchedule(input) &&
                  getSchedule(input).canReadWords(getKernel(input),
                                                  input.getArgNumber(),
                                                  getCalls(input), symbols);
         });
}

//===----------------------------------------------------------------------===//
// What it costs
//===----------------------------------------------------------------------===//

/// Returns the arguments of a kernel that are scratch memory.
static llvm::BitVector findScratch(PrimFuncOp kernel) {
  llvm::BitVector scratch(kernel.getNumArguments());
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (getArgumentParts(kernel, i).isScratch)
      scratch.set(i);
  return scratch;
}

/// Returns what sets change in a main function.
static MemoryPlanner::Change getChange(ArrayRef<RowSet> sets, Operation *main) {
  MemoryPlanner::Change change;
  for (const RowSet &set : sets)
    for (const Row &row : set.rows) {
      if (row.main != main)
        continue;
      memref::AllocOp buffer = row.buffer;
      change.bytes[buffer] = 2 * buffer.getType().getNumElements();
      auto reader = cast<CallTIROp>(row.read->getOwner());
      for (unsigned i : findScratch(reader.lookupCallee()).set_bits())
        change.bytes[getViewedBuffer(reader.getArgs()[i])] = 0;
      change.apart.insert(row.write->getOwner());
      change.apart.insert(reader);
    }
  return change;
}

//===----------------------------------------------------------------------===//
// Changing kernels and calls
//===----------------------------------------------------------------------===//

/// Gives an argument the type of words.
static void makeWords(BlockArgument argument) {
  auto kernel = cast<PrimFuncOp>(argument.getOwner()->getParentOp());
  argument.setType(getWordsType(argument.getType()));
  kernel.setFunctionType(FunctionType::get(
      kernel.getContext(), argument.getOwner()->getArgumentTypes(), {}));
  ArgumentParts parts = getArgumentParts(kernel, argument.getArgNumber());
  parts.window = {};
  setArgumentParts(kernel, argument.getArgNumber(), parts);
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    setDistances(kernel, i, {});
}

void WordStorer::storeWords(BlockArgument output) {
  makeWords(output);
  auto store = cast<MaterializeInDestinationOp>(*output.user_begin());
  OpBuilder builder(store);
  auto type = cast<MemRefType>(output.getType());
  store.getSourceMutable().assign(WidenWordsOp::create(
      builder, store.getLoc(),
      RankedTensorType::get(type.getShape(), type.getElementType()),
      store.getSource()));
}

void WordStorer::readWords(BlockArgument input) {
  makeWords(input);
  for (Operation *user : llvm::make_early_inc_range(input.getUsers())) {
    auto read = cast<ToTensorOp>(user);
    OpBuilder builder(read);
    auto words =
        NarrowWordsOp::create(builder, read.getLoc(), read.getType(), input);
    read.replaceAllUsesWith(words.getElements());
    read.erase();
  }
  getSchedule(input).layOutForWords(getKernel(input), getCalls(input), symbols);
}

/// Removes the scratch memory of a kernel.
void WordStorer::dropScratch(PrimFuncOp kernel) {
  llvm::BitVector scratch = findScratch(kernel);
  (void)kernel.eraseArguments(scratch);
  for (Operation *call : callsOf[kernel]) {
    SmallVector<memref::AllocOp> buffers;
    for (unsigned i : scratch.set_bits())
      buffers.push_back(call->getOperand(i).getDefiningOp<memref::AllocOp>());
    call->eraseOperands(scratch);
    for (memref::AllocOp buffer : buffers)
      if (buffer && buffer->use_empty())
        buffer.erase();
  }
}

/// Replaces the buffer of a row by one of words.
static void replaceBuffer(const Row &row) {
  memref::AllocOp buffer = row.buffer;
  OpBuilder builder(buffer);
  auto words = memref::AllocOp::create(builder, buffer.getLoc(),
                                       getWordsType(buffer.getType()));
  words->setDiscardableAttrs(buffer->getDiscardableAttrDictionary());
  for (OpOperand *operand : {row.write, row.read}) {
    auto view = operand->get().getDefiningOp<RebaseOp>();
    operand->set(words);
    while (view && view->use_empty()) {
      auto source = view.getSource().getDefiningOp<RebaseOp>();
      view.erase();
      view = source;
    }
  }
  buffer.erase();
}

void WordStorer::change(ArrayRef<RowSet> sets) {
  // Without the scratch memory, arguments and operands have other numbers.
  for (const RowSet &set : sets)
    llvm::for_each(set.rows, replaceBuffer);
  for (const RowSet &set : sets) {
    for (BlockArgument output : set.outputs)
      storeWords(output);
    for (BlockArgument input : set.inputs)
      readWords(input);
  }
  for (const RowSet &set : sets)
    for (BlockArgument input : set.inputs)
      dropScratch(cast<PrimFuncOp>(input.getOwner()->getParentOp()));
}

/// Leaves sets with which each plan takes little more memory.
LogicalResult WordStorer::selectSets(SmallVectorImpl<RowSet> &sets) {
  DeclaredPools declared(module);
  // Where memory is limited, nothing is known of the best place of each buffer.
  if (sets.empty() || !declared.getBufferPools().empty()) {
    sets.clear();
    return success();
  }
  struct Plan {
    MemoryPlanner planner;
    uint64_t most = 0;
  };
  llvm::MapVector<Operation *, std::unique_ptr<Plan>> plans;
  for (const RowSet &set : sets)
    for (const Row &row : set.rows) {
      std::unique_ptr<Plan> &plan = plans[row.main];
      if (plan)
        continue;
      plan.reset(
          new Plan{MemoryPlanner(row.main, symbols, declared, settings)});
      if (failed(plan->planner.collect()))
        return failure();
      uint64_t bytes =
          plan->planner.findBytes(MemoryPlanner::Change()).value_or(0);
      plan->most = mayGrow ? bytes + bytes * kGrowth / 100 : bytes;
    }
  auto fits = [&](ArrayRef<RowSet> chosen) {
    return llvm::all_of(plans, [&](auto &entry) {
      auto &[main, plan] = entry;
      std::optional<uint64_t> bytes =
          plan->planner.findBytes(getChange(chosen, main));
      return bytes && *bytes <= plan->most;
    });
  };
  if (fits(sets))
    return success();
  // A plan takes a while if there are many buffers.
  constexpr size_t kMostPlans = 16;
  SmallVector<RowSet> chosen;
  for (RowSet &set : MutableArrayRef(sets).take_front(kMostPlans)) {
    chosen.push_back(std::move(set));
    if (!fits(chosen))
      chosen.pop_back();
  }
  sets = std::move(chosen);
  return success();
}

LogicalResult WordStorer::run() {
  SmallVector<RowSet> sets = findSets();
  if (failed(selectSets(sets)))
    return failure();
  change(sets);
  return success();
}

namespace {
struct StoreRowsAsInt16Pass
    : public tir::impl::TIRStoreRowsAsInt16PassBase<StoreRowsAsInt16Pass> {
  using TIRStoreRowsAsInt16PassBase::TIRStoreRowsAsInt16PassBase;

  void runOnOperation() override {
    SymbolLookupScope scope(getOperation());
    PlannerSettings settings = {PlanStrategy::Packed, overlap, alignment,
                                /*limit=*/0, overwriteInputs};
    if (failed(WordStorer(getOperation(), settings, mayGrow).run()))
      signalPassFailure();
  }
};
} // namespace
