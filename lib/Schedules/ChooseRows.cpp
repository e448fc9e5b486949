//===- ChooseRows.cpp - The calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

#include "RowCosts.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Rows/RowKernels.h"
#include "llvm/Support/MathExtras.h"
#include <functional>
#include <numeric>

namespace tir {
#define GEN_PASS_DEF_TIRCHOOSEROWSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

/// The most calls of a group. Longer groups hardly save more memory.
static constexpr unsigned kMaxLength = 40;

/// More bytes than any step needs. A step has this many if it needs a whole
/// input which is never there.
static constexpr uint64_t kImpossible = uint64_t(1) << 62;

namespace {
/// Chooses the groups of one block.
class BlockRows {
public:
  BlockRows(Block &block, KernelCosts &costs, RowsChoice choice,
            bool overwriteInputs, const SymbolTable &symbols,
            int64_t &numGroups)
      : block(block), costs(costs), choice(choice),
        overwriteInputs(overwriteInputs), symbols(symbols),
        numGroups(numGroups), layout(DataLayout::closest(block.getParentOp())),
        hasFed(llvm::any_of(block.getArguments(), isFedInput)) {}

  LogicalResult run();

private:
  /// A call, or another operation that takes its time.
  struct Step {
    Operation *op;
    PrimFuncOp kernel = nullptr, rowKernel = nullptr;
  };
  /// The steps in which the memory of a tensor is used.
  struct Life {
    Value origin;
    uint64_t bytes;
    unsigned first, last;

    /// The planner aligns all buffers.
    uint64_t getPlannedBytes() const { return llvm::alignTo(bytes, 16); }
  };

  void collectSteps();
  void collectLives();
  void collectFedSteps();
  bool readsFed(unsigned first, unsigned end) const {
    return first < endOfFed && end > firstFed;
  }
  std::vector<RowCut> chooseCuts();
  bool isImpossible(RowCut cut);
  InFlightDiagnostic refuseFed(Location loc);
  LogicalResult verifyFedUses();
  std::string explainWhole(const Step &step) const;
  std::pair<unsigned, std::string> findObstacle();
  LogicalResult verifyFed(RowCut cut);
  PrimFuncOp findRowKernel(CallTIROp call, PrimFuncOp kernel);
  RowCost getSingleCost(unsigned step);
  std::optional<RowCost> getCost(unsigned first, unsigned end);
  std::optional<RowGroup> makeGroup(unsigned first, unsigned end,
                                    StringRef *reason = nullptr);
  uint64_t getBytesAround(unsigned first, unsigned end,
                          const RowGroup *group) const;
  std::optional<RowLife> getLife(Value tensor, unsigned first,
                                 unsigned end) const;

  Block &block;
  KernelCosts &costs;
  RowsChoice choice;
  bool overwriteInputs;
  const SymbolTable &symbols;
  int64_t &numGroups;
  DataLayout layout;
  SmallVector<Step> steps;
  /// The lives of tensors whose memory counts, by their origins.
  SmallVector<Life> lives;
  llvm::DenseMap<Value, unsigned> lifeOf;
  /// The planned bytes of all lives that begin, or end, before a step.
  SmallVector<uint64_t> begunBytes, endedBytes;
  /// Whether the application hands over the rows of an input.
  bool hasFed;
  /// The steps from the first to the last one that reads that input. They are
  /// all in one group.
  unsigned firstFed = 0, endOfFed = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Steps and lives
//===----------------------------------------------------------------------===//

/// Returns the tensor of which `tensor` is a reshape, or null if it is none.
static Value getReshaped(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return op && isReshape(op) ? op->getOperand(0) : Value();
}

/// Returns whether a tensor becomes a buffer of its own that nothing else
/// writes: a result of a call, an input of the model, or a reshape of one.
static bool isOwnBuffer(Value tensor) {
  while (Value reshaped = getReshaped(tensor))
    tensor = reshaped;
  return isa_and_present<CallTIROp, ToTensorOp>(tensor.getDefiningOp());
}

/// Returns whether a call writes its result where the application wants an
/// output of the model.
static bool writesOutput(CallTIROp call) {
  Value place = call.getArgs().back();
  for (Value whole; place.hasOneUse() && (whole = getReshaped(place));)
    place = whole;
  auto output = place.getDefiningOp<ToTensorOp>();
  auto argument =
      output ? dyn_cast<BlockArgument>(output.getBuffer()) : BlockArgument();
  auto main = argument
                  ? dyn_cast<PrimFuncOp>(argument.getOwner()->getParentOp())
                  : PrimFuncOp();
  return main && main.getEffect(argument.getArgNumber()) == Effect::Write &&
         output->hasOneUse();
}

/// Returns the function that computes a row for a call, or null if it cannot
/// serve this call.
PrimFuncOp BlockRows::findRowKernel(CallTIROp call, PrimFuncOp kernel) {
  auto name = kernel->getAttrOfType<FlatSymbolRefAttr>(kRowKernelAttrName);
  auto rowKernel =
      name ? symbols.lookup<PrimFuncOp>(name.getAttr()) : PrimFuncOp();
  if (!rowKernel || call.getNumOuts() != 1)
    return {};
  for (auto [i, operand] : llvm::enumerate(call.getArgs())) {
    if (!rowKernel.getArgAttr(i, kWindowAttrName))
      continue;
    bool isOut = i + 1 == call.getArgs().size();
    if (isOut ? !operand.getDefiningOp<tensor::EmptyOp>() &&
                    !(hasFed && writesOutput(call))
              : !isOwnBuffer(operand))
      return {};
  }
  return rowKernel;
}

void BlockRows::collectSteps() {
  for (Operation &op : block) {
    Step step = {&op};
    if (auto call = dyn_cast<CallTIROp>(op)) {
      step.kernel = call.lookupCallee();
      if (step.kernel)
        step.rowKernel = findRowKernel(call, step.kernel);
    } else if (op.getNumRegions() == 0 &&
               (isMemoryEffectFree(&op) ||
                isa<ToTensorOp, MaterializeInDestinationOp, ReturnOp>(op))) {
      continue;
    }
    steps.push_back(step);
  }
}

/// Returns whether a tensor is an input that the application writes before a
/// run.
static bool isInput(Value origin) {
  auto input = origin.getDefiningOp<ToTensorOp>();
  auto argument =
      input ? dyn_cast<BlockArgument>(input.getBuffer()) : BlockArgument();
  auto main = argument
                  ? dyn_cast<PrimFuncOp>(argument.getOwner()->getParentOp())
                  : PrimFuncOp();
  return main && main.getEffect(argument.getArgNumber()) == Effect::Read;
}

void BlockRows::collectLives() {
  auto use = [&](Value tensor, unsigned step) {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (!type)
      return;
    Value origin = getOrigin(tensor);
    bool isOwn = !origin.getDefiningOp<ToTensorOp>();
    // Inputs, outputs and constants are elsewhere.
    if (!isOwn && (!overwriteInputs || !isInput(origin)))
      return;
    auto [life, isNew] = lifeOf.try_emplace(origin, lives.size());
    if (isNew) {
      bool isOutput = llvm::any_of(tensor.getUsers(), [](Operation *user) {
        return isa<MaterializeInDestinationOp>(user);
      });
      lives.push_back({origin, isOutput ? 0 : getBytes(type, layout),
                       isOwn ? step : 0, step});
    }
    lives[life->second].last = std::max(lives[life->second].last, step);
  };
  for (auto [number, step] : llvm::enumerate(steps)) {
    for (Value result : step.op->getResults())
      use(result, number);
    step.op->walk([&, number = number](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (operand.getParentBlock() == &block)
          use(operand, number);
    });
  }
  begunBytes.assign(steps.size() + 1, 0);
  endedBytes.assign(steps.size() + 1, 0);
  for (const Life &life : lives) {
    begunBytes[life.first + 1] += life.getPlannedBytes();
    endedBytes[life.last + 1] += life.getPlannedBytes();
  }
  std::partial_sum(begunBytes.begin(), begunBytes.end(), begunBytes.begin());
  std::partial_sum(endedBytes.begin(), endedBytes.end(), endedBytes.begin());
}

/// Returns whether the application hands over the rows of a tensor one by one.
static bool isFed(Value tensor) {
  auto input = getOrigin(tensor).getDefiningOp<ToTensorOp>();
  return input && isFedInput(input.getBuffer());
}

void BlockRows::collectFedSteps() {
  for (auto [number, step] : llvm::enumerate(steps)) {
    bool reads = false;
    step.op->walk([&](Operation *inner) {
      reads |= llvm::any_of(inner->getOperands(), isFed);
    });
    if (!reads)
      continue;
    if (endOfFed == 0)
      firstFed = number;
    endOfFed = number + 1;
  }
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

std::optional<RowGroup> BlockRows::makeGroup(unsigned first, unsigned end,
                                             StringRef *reason) {
  SmallVector<RowCall> calls;
  llvm::SmallDenseSet<Operation *> ops;
  for (const Step &step : ArrayRef(steps).slice(first, end - first)) {
    if (!step.rowKernel)
      return std::nullopt;
    calls.push_back({cast<CallTIROp>(step.op), step.rowKernel});
    ops.insert(step.op);
  }
  // All readers of an input that comes by rows are in one group, in which
  // tir-stream-rows finds a tensor behind its reshapes, too.
  auto getTensor = [&](CallTIROp call, unsigned index) {
    if (index + 1 == call.getArgs().size())
      return Value(call->getResult(0));
    Value operand = call.getArgs()[index];
    if (hasFed)
      while (Value reshaped = getReshaped(operand))
        operand = reshaped;
    return operand;
  };
  std::function<bool(Value)> isUsedOutside = [&](Value tensor) {
    return llvm::any_of(tensor.getUsers(), [&](Operation *user) {
      return hasFed && isReshape(user) ? isUsedOutside(user->getResult(0))
                                       : !ops.contains(user);
    });
  };
  return makeRowGroup(
      calls, getTensor,
      [&](Value tensor) {
        return ops.contains(tensor.getDefiningOp()) ? isUsedOutside(tensor)
                                                    : !isFed(tensor);
      },
      reason);
}

/// Returns the bytes of the tensors that live at one of the steps, except for
/// the tensors of the group.
uint64_t BlockRows::getBytesAround(unsigned first, unsigned end,
                                   const RowGroup *group) const {
  uint64_t bytes = begunBytes[end] - endedBytes[first];
  if (!group)
    return bytes;
  llvm::SmallDenseSet<Value> counted;
  for (const auto &tensor : group->tensors) {
    Value origin = getOrigin(tensor.value);
    auto known = lifeOf.find(origin);
    if (known == lifeOf.end() || !counted.insert(origin).second)
      continue;
    const Life &life = lives[known->second];
    if (life.first < end && life.last >= first)
      bytes -= life.getPlannedBytes();
  }
  return bytes;
}

/// Returns how long a tensor is in memory that some of the steps use, or
/// std::nullopt if its memory does not count.
std::optional<RowLife> BlockRows::getLife(Value tensor, unsigned first,
                                          unsigned end) const {
  auto known = lifeOf.find(getOrigin(tensor));
  if (known == lifeOf.end() || lives[known->second].bytes == 0)
    return std::nullopt;
  const Life &life = lives[known->second];
  return RowLife{life.first < first || isInput(life.origin), life.last >= end};
}

RowCost BlockRows::getSingleCost(unsigned step) {
  RowCost cost = {getBytesAround(step, step + 1, nullptr), 0};
  if (PrimFuncOp kernel = steps[step].kernel; kernel && !kernel.isExternal()) {
    KernelCost own = costs.get(kernel);
    cost.bytes += own.scratch;
    cost.cycles = own.cycles;
  }
  return cost;
}

std::optional<RowCost> BlockRows::getCost(unsigned first, unsigned end) {
  bool isSingle = end == first + 1;
  bool takesFed = readsFed(first, end);
  if (isSingle && !takesFed)
    return getSingleCost(first);
  if (!takesFed && choice == RowsChoice::Off)
    return std::nullopt;
  std::optional<RowGroup> group;
  if (!takesFed || (first <= firstFed && end >= endOfFed))
    group = makeGroup(first, end);
  if (!group)
    return isSingle ? std::optional(RowCost{kImpossible, 0}) : std::nullopt;
  // Rows as words may need more memory (tir-store-words).
  bool storesWords = choice == RowsChoice::Auto;
  RowCost cost =
      estimateCost(*group, costs, layout, storesWords,
                   [&](Value tensor) { return getLife(tensor, first, end); });
  cost.bytes += getBytesAround(first, end, &*group);
  // Rows are not there to save cycles: the estimate counts those that rows as
  // words save, for which there may be no room in the plan.
  uint64_t whole = 0;
  for (unsigned step = first; step < end; ++step)
    whole += getSingleCost(step).cycles;
  cost.cycles = std::max(cost.cycles, whole);
  return cost;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

std::vector<RowCut> BlockRows::chooseCuts() {
  uint64_t cycles = 0;
  for (unsigned step = 0; step < steps.size(); ++step)
    cycles += getSingleCost(step).cycles;
  auto choose = [&](uint64_t most) {
    return cutIntoGroups(
        steps.size(), kMaxLength, most,
        [&](unsigned first, unsigned end) { return getCost(first, end); });
  };
  if (choice != RowsChoice::Auto)
    return choose(UINT64_MAX);
  std::vector<RowCut> cuts = choose(costs.getMostCycles(cycles));
  // An input by rows is worth more than the bound.
  bool isPossible =
      llvm::none_of(cuts, [&](RowCut cut) { return isImpossible(cut); });
  return isPossible ? cuts : choose(UINT64_MAX);
}

/// Returns whether these steps read a part of an input that comes by rows in
/// another way.
bool BlockRows::isImpossible(RowCut cut) {
  return readsFed(cut.first, cut.end) &&
         getCost(cut.first, cut.end)->bytes >= kImpossible;
}

/// Begins the error that the application cannot hand over the input by rows.
InFlightDiagnostic BlockRows::refuseFed(Location loc) {
  InFlightDiagnostic diag = emitError(loc);
  diag << "the application cannot hand over ";
  auto main = cast<PrimFuncOp>(block.getParentOp());
  for (BlockArgument argument : block.getArguments())
    if (auto name = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                      kNameAttrName);
        name && isFedInput(argument))
      diag << "the input " << name;
  diag << " by rows (--feed-rows), since ";
  return diag;
}

/// Reports an error if nothing computes from the input, or if it is an output
/// as well.
LogicalResult BlockRows::verifyFedUses() {
  for (auto store : block.getOps<MaterializeInDestinationOp>())
    if (isFed(store.getSource()))
      return refuseFed(store.getLoc())
             << "it is an output of the model, too; pass that input as a "
                "whole";
  if (endOfFed != 0)
    return success();
  return refuseFed(block.getParentOp()->getLoc())
         << "no layer reads it; name another input";
}

/// Returns why a step does not run by rows at all, as the end of a sentence
/// about it.
std::string BlockRows::explainWhole(const Step &step) const {
  auto call = dyn_cast<CallTIROp>(step.op);
  if (!call || !step.kernel)
    return "is a call of the application's code or a part of the control "
           "flow, which gets whole tensors";
  if (!step.kernel->hasAttr(kRowKernelAttrName))
    return explainNoRows(step.kernel);
  return "reads or writes a tensor whose memory it shares with others, such as "
         "a variable";
}

/// Finds the step that does not let the application hand over the input by
/// rows, and says why.
std::pair<unsigned, std::string> BlockRows::findObstacle() {
  for (unsigned step = firstFed; step < endOfFed; ++step)
    if (!steps[step].rowKernel)
      return {step, explainWhole(steps[step])};
  StringRef reason;
  for (unsigned end = firstFed + 1; end <= endOfFed; ++end)
    if (!makeGroup(firstFed, end, &reason))
      return {end - 1, (end == firstFed + 1
                            ? ""
                            : "cannot run in turns with the layers before it: "
                              "it ") +
                           reason.str()};
  return {endOfFed - 1, "reads it after more than " +
                            std::to_string(kMaxLength) + " other layers"};
}

/// Reports an error if these steps need more of the input than its rows.
LogicalResult BlockRows::verifyFed(RowCut cut) {
  if (!isImpossible(cut))
    return success();
  auto [number, reason] = findObstacle();
  InFlightDiagnostic diag = refuseFed(steps[number].op->getLoc());
  diag << "this layer needs the whole input: it " << reason
       << "; pass that input as a whole";
  diag.attachNote(steps[firstFed].op->getLoc())
      << "the first layer that reads the input is this one";
  return diag;
}

LogicalResult BlockRows::run() {
  collectSteps();
  collectFedSteps();
  if (hasFed && failed(verifyFedUses()))
    return failure();
  if (!hasFed &&
      (choice == RowsChoice::Off ||
       llvm::none_of(steps, [](const Step &step) { return step.rowKernel; })))
    return success();
  collectLives();
  for (RowCut cut : chooseCuts()) {
    if (failed(verifyFed(cut)))
      return failure();
    if (cut.end == cut.first + 1 && !readsFed(cut.first, cut.end))
      continue;
    Builder builder(block.getParentOp()->getContext());
    for (const Step &step :
         ArrayRef(steps).slice(cut.first, cut.end - cut.first)) {
      cast<CallTIROp>(step.op).setCalleeAttr(
          FlatSymbolRefAttr::get(step.rowKernel));
      step.op->setAttr(kRowsAttrName, builder.getI64IntegerAttr(numGroups));
    }
    ++numGroups;
  }
  return success();
}

namespace {
struct ChooseRowsPass
    : public tir::impl::TIRChooseRowsPassBase<ChooseRowsPass> {
  using TIRChooseRowsPassBase::TIRChooseRowsPassBase;

  void runOnOperation() override {
    TargetOptions target;
    target.triple = triple;
    target.cpu = cpu;
    target.features = features;
    KernelCosts costs(ScheduleSearch(&getContext(), schedule, target,
                                     /*estimatesMemory=*/true));
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    if (!feedRows.empty() && failed(markFed(module)))
      return signalPassFailure();
    int64_t numGroups = 0;
    for (auto function : module.getOps<PrimFuncOp>())
      if (!function.isPrivate() && !function.isExternal() &&
          failed(BlockRows(function.getBody().front(), costs, rows,
                           overwriteInputs, symbols, numGroups)
                     .run()))
        return signalPassFailure();
    joinSums(module, symbols);
    eraseUnused(module, symbols);
  }

private:
  /// Marks the input whose rows the application hands over.
  LogicalResult markFed(ModuleOp module) {
    SmallVector<StringRef> names;
    bool isFound = false;
    for (auto main : module.getOps<PrimFuncOp>()) {
      if (main.isPrivate() || main.isExternal())
        continue;
      for (unsigned i = 0; i < main.getNumArguments(); ++i) {
        auto name = main.getArgAttrOfType<StringAttr>(i, kNameAttrName);
        if (!name || main.getEffect(i) != Effect::Read)
          continue;
        names.push_back(name);
        if (name != feedRows)
          continue;
        isFound = true;
        main.setArgAttr(i, kFedAttrName, UnitAttr::get(&getContext()));
      }
    }
    if (isFound)
      return success();
    return module.emitError("has no input '")
           << feedRows.getValue()
           << "' to hand over by rows (--feed-rows); expected one of: "
           << llvm::join(names, ", ");
  }

  /// Puts a sum that does not run by rows together with what is computed from
  /// it.
  static void joinSums(ModuleOp module, SymbolTable &symbols) {
    SmallVector<CallTIROp> calls;
    module.walk([&](CallTIROp call) { calls.push_back(call); });
    for (CallTIROp call : calls) {
      PrimFuncOp rest = call.lookupCallee();
      auto name = rest ? rest->getAttrOfType<FlatSymbolRefAttr>(kKernelAttrName)
                       : FlatSymbolRefAttr();
      auto sum =
          name ? call.getArgs()[0].getDefiningOp<CallTIROp>() : CallTIROp();
      if (!sum || sum->hasAttr(kRowsAttrName))
        continue;
      OpBuilder builder(call);
      auto whole = CallTIROp::create(builder, call.getLoc(), name,
                                     ValueRange(sum.getArgs()[0]),
                                     ValueRange(call.getArgs()[1]));
      whole->setDiscardableAttrs(call->getDiscardableAttrDictionary());
      call->replaceAllUsesWith(whole->getResults());
      call->erase();
      sum->erase();
    }
  }

  /// Of a kernel and the function for one of its rows, erases what is not
  /// called.
  static void eraseUnused(ModuleOp module, SymbolTable &symbols) {
    llvm::SetVector<PrimFuncOp> kernels;
    for (auto kernel : module.getOps<PrimFuncOp>())
      if (auto name =
              kernel->getAttrOfType<FlatSymbolRefAttr>(kRowKernelAttrName)) {
        kernels.insert(kernel);
        if (auto rowKernel = symbols.lookup<PrimFuncOp>(name.getAttr()))
          kernels.insert(rowKernel);
        kernel->removeAttr(kRowKernelAttrName);
      } else if (auto name = kernel->getAttrOfType<FlatSymbolRefAttr>(
                     kKernelAttrName)) {
        kernels.insert(kernel);
        if (auto whole = symbols.lookup<PrimFuncOp>(name.getAttr()))
          kernels.insert(whole);
        kernel->removeAttr(kKernelAttrName);
      }
    SymbolTableCollection tables;
    SymbolUserMap users(tables, module);
    for (PrimFuncOp kernel : kernels)
      if (users.useEmpty(kernel))
        symbols.erase(kernel);
  }
};
} // namespace
