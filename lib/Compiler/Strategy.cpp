//===- Strategy.cpp - Schedules and rows with which a model fits its limits
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/Strategy.h"

#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Schedules/BandChoices.h"
#include "tir/Target/StaticMemory.h"
#include <cmath>

using namespace mlir;
using namespace tir;

/// The phases whose options the strategy chooses, and those between them.
static constexpr StringLiteral kPhases[] = {"schedule", "buffers", "plan"};

/// A copy of a module after the phase `plan`.
struct Strategy::Trial {
  OwningOpRef<ModuleOp> module;
  /// The bytes of its pools.
  int64_t bytes = 0;
  /// What the phases said.
  std::vector<Diagnostic> diagnostics;
  /// How long each phase took.
  SmallVector<std::pair<StringRef, double>> seconds;

  /// Returns the bytes that a limit compares, with the variables.
  uint64_t getNeeded();
};

/// Returns the bytes of the variables of a module.
static uint64_t countVariables(ModuleOp module) {
  uint64_t bytes = 0;
  for (auto global : module.getOps<memref::GlobalOp>())
    if (!global.getConstant() && !global.isExternal() &&
        !global.isUninitialized())
      bytes +=
          global.getType().getNumElements() *
          DataLayout(module).getTypeSize(global.getType().getElementType());
  return bytes;
}

uint64_t Strategy::Trial::getNeeded() {
  return bytes + countVariables(*module);
}

Strategy::Strategy(PhaseRunner &runner)
    : runner(runner), schedule(runner.options.schedule),
      plan(runner.options.plan), givenSchedule(schedule.schedule),
      givenRows(schedule.rows), givenRAM(plan.ram) {}

/// Runs the phases from `schedule` to `plan` on a copy, in silence. Returns
/// std::nullopt if a phase fails.
std::optional<Strategy::Trial> Strategy::tryPlan(ModuleOp module) {
  Trial trial;
  trial.module = module.clone();
  ScopedDiagnosticHandler silence(&runner.getContext(), [&](Diagnostic &said) {
    trial.diagnostics.push_back(std::move(said));
    return success();
  });
  for (StringRef phase : kPhases) {
    Stopwatch watch;
    if (failed(runner.runPhaseQuietly(phase, *trial.module)))
      return std::nullopt;
    trial.seconds.emplace_back(phase, watch.getSeconds());
  }
  for (auto main : trial.module->getOps<PrimFuncOp>())
    for (PlannedPoolAttr pool : getPlannedPools(getPlan(main)))
      trial.bytes += pool.getBytes();
  return trial;
}

/// Returns the bytes of the largest tensor between two calls, which is in
/// memory as a whole if no call runs by rows.
static int64_t getLargestTensorBytes(ModuleOp module) {
  int64_t most = 0;
  for (auto main : module.getOps<PrimFuncOp>())
    if (!main.isPrivate() && !main.isExternal())
      for (auto call : main.getOps<CallTIROp>())
        for (Value result : call->getResults()) {
          auto type = dyn_cast<RankedTensorType>(result.getType());
          if (type && type.hasStaticShape() &&
              llvm::any_of(result.getUsers(), llvm::IsaPred<CallTIROp>))
            most = std::max<int64_t>(most,
                                     type.getNumElements() *
                                         DataLayout::closest(main).getTypeSize(
                                             type.getElementType()));
        }
  return most;
}

/// Returns the multiply-accumulates of the calls of a module in which no call
/// runs by rows yet.
static uint64_t countMacs(ModuleOp module) {
  uint64_t macs = 0;
  module.walk([&](CallTIROp call) {
    if (KernelAttr known = getKernelAttr(call.lookupCallee()))
      macs += known.getMacs();
  });
  return macs;
}

/// Lets no call run by rows if the model then needs as much memory as without
/// rows: the calls are chosen by an estimate. Returns the trial with what it
/// chose.
std::optional<Strategy::Trial> Strategy::chooseRowsThatSave(ModuleOp module) {
  if (givenRows == RowsChoice::Off)
    return std::nullopt;
  std::optional<Trial> byRows = tryPlan(module);
  // A plan without rows takes time, and often it cannot need less.
  if (byRows && byRows->bytes < getLargestTensorBytes(module))
    return byRows;
  schedule.rows = RowsChoice::Off;
  std::optional<Trial> whole = tryPlan(module);
  if (!byRows || (whole && byRows->bytes >= whole->bytes))
    return whole;
  schedule.rows = givenRows;
  return byRows;
}

/// Lets calls run in bands of columns. When it goes, the options are what they
/// were, unless the bands stay.
class Strategy::BandOptions {
public:
  explicit BandOptions(Strategy &strategy)
      : strategy(strategy), schedule(strategy.schedule.schedule),
        scheduleRAM(strategy.schedule.ram), rows(strategy.schedule.rows),
        ram(strategy.plan.ram), minRAM(strategy.plan.minRAM) {
    strategy.schedule.schedule = strategy.givenSchedule;
    strategy.schedule.rows = RowsChoice::MinRAM;
    strategy.plan.ram = 0;
    strategy.plan.minRAM = true;
  }
  ~BandOptions() {
    strategy.plan.ram = ram;
    if (isKept)
      return;
    strategy.schedule.schedule = schedule;
    strategy.schedule.ram = scheduleRAM;
    strategy.schedule.rows = rows;
    strategy.schedule.bands = ArrayRef<std::string>();
    strategy.plan.minRAM = minRAM;
  }

  void set(const BandChoice &choice) {
    SmallVector<std::string> bands;
    for (const BandedRange &range : choice.bands)
      bands.push_back(range.print());
    strategy.schedule.bands = ArrayRef<std::string>(bands);
    // Kernels take schedules that need no more.
    strategy.schedule.ram = choice.bytes;
  }
  void keep(const BandChoice &choice) {
    set(choice);
    isKept = true;
  }

private:
  Strategy &strategy;
  const ScheduleChoice schedule;
  const uint64_t scheduleRAM;
  const RowsChoice rows;
  const uint64_t ram;
  const bool minRAM;
  bool isKept = false;
};

/// Returns the ways in which calls can run in bands, which are found once; none
/// if nothing can.
ArrayRef<BandChoice> Strategy::findBands(ModuleOp module) {
  if (bandChoices)
    return *bandChoices;
  bandChoices.emplace();
  // Inputs by rows come once, and pools have no common number of bytes.
  if (givenRows == RowsChoice::Off || !plan.pools.empty())
    return *bandChoices;
  BandOptions options(*this);
  OwningOpRef<ModuleOp> copy = module.clone();
  ScopedDiagnosticHandler silence(&runner.getContext(),
                                  [](Diagnostic &) { return success(); });
  TIRChooseBandsPassOptions search;
  if (failed(runner.runPartQuietly("schedule", *copy, [&](OpPassManager &pm) {
        search = buildUntilBands(pm, runner.options);
      })))
    return *bandChoices;
  for (auto main : copy->getOps<PrimFuncOp>())
    if (!main.isPrivate() && !main.isExternal())
      bandChoices = findBandChoices(main, search);
  return *bandChoices;
}

/// Lets calls run in bands of columns, with as little work as the limit allows.
/// The choices are in the order of an estimate. The plan of one may need more
/// or less, and so the next one tried is as much above or below it.
std::optional<Strategy::Trial> Strategy::chooseBandsThatFit(ModuleOp module) {
  if (givenRAM == 0)
    return std::nullopt;
  const uint64_t ram = plan.ram, variables = countVariables(module);
  if (variables >= ram)
    return std::nullopt;
  ArrayRef<BandChoice> choices = findBands(module);
  BandOptions options(*this);
  std::optional<Trial> best;
  uint64_t fewest = UINT64_MAX, aim = ram - variables;
  // Choices before `least` need too much, and that at `most` fits.
  size_t least = 0, most = choices.size(), fewestIndex = 0;
  constexpr unsigned kMostTrials = 8;
  for (unsigned i = 0; i < kMostTrials && least < most; ++i) {
    size_t next =
        llvm::partition_point(
            choices, [&](const BandChoice &c) { return c.bytes > aim; }) -
        choices.begin();
    next = std::clamp(next, least, most - 1);
    options.set(choices[next]);
    std::optional<Trial> trial = tryPlan(module);
    if (!trial)
      break;
    uint64_t needed = trial->getNeeded();
    aim = choices[next].bytes + ram;
    aim -= std::min(aim, needed);
    if (needed <= ram) {
      best = std::move(trial);
      most = next;
      continue;
    }
    least = next + 1;
    if (needed < fewest) {
      fewest = needed;
      fewestIndex = next;
    }
  }
  if (best) {
    options.keep(choices[most]);
    if (limit && !choices[most].bands.empty())
      limit->freeMacs = countMacs(module);
  } else if (fewest != UINT64_MAX) {
    fewestBanded = {fewest, fewestIndex};
  }
  return best;
}

/// Returns to bands of columns, although they do not fit, if they need less
/// than the last choice: the error then says how much they need.
void Strategy::returnToBands(ModuleOp module) {
  if (!fewestBanded)
    return;
  auto [bytes, index] = *fewestBanded;
  const uint64_t ram = plan.ram;
  plan.ram = 0;
  std::optional<Trial> last = tryPlan(module);
  plan.ram = ram;
  if (!last || last->getNeeded() > bytes)
    BandOptions(*this).keep((*bandChoices)[index]);
}

/// Leaves the points that take the fewest cycles of those with as few bytes,
/// the ones with the fewest cycles first.
static void keepBestPoints(std::vector<RAMPoint> &points) {
  llvm::stable_sort(points, [](const RAMPoint &a, const RAMPoint &b) {
    return std::tuple(a.work.cycles, a.work.macs, a.bytes) <
           std::tuple(b.work.cycles, b.work.macs, b.bytes);
  });
  uint64_t fewest = UINT64_MAX;
  llvm::erase_if(points, [&](const RAMPoint &point) {
    bool isBetter = point.bytes < fewest;
    fewest = std::min(fewest, point.bytes);
    return !isBetter;
  });
}

/// Returns choices that differ by some bytes, with the first and the last one.
static SmallVector<BandChoice> thinOut(ArrayRef<BandChoice> choices) {
  constexpr unsigned kMostChoices = 24;
  SmallVector<BandChoice> kept;
  if (choices.empty())
    return kept;
  double ratio = std::pow(double(choices.back().bytes) / choices.front().bytes,
                          1.0 / kMostChoices);
  for (const BandChoice &choice : choices.drop_back())
    if (kept.empty() || choice.bytes <= kept.back().bytes * ratio)
      kept.push_back(choice);
  kept.push_back(choices.back());
  return kept;
}

std::vector<RAMPoint> Strategy::findCurve(ModuleOp module) {
  std::vector<RAMPoint> points;
  std::optional<uint64_t> others;
  auto add = [&](ArrayRef<BandedRange> bands) {
    std::optional<Trial> trial = tryPlan(module);
    if (!trial)
      return;
    if (!others)
      others = countBookkeeping(*trial->module);
    RAMPoint &point = points.emplace_back();
    point.bytes = trial->getNeeded() + *others;
    point.work = estimateWork(*trial->module);
    for (const BandedRange &range : bands)
      point.bands.push_back({range.end - range.first, range.numBands});
  };
  const uint64_t ram = plan.ram;
  const bool minRAM = plan.minRAM;
  plan.ram = 0;
  for (RowsChoice rows :
       {RowsChoice::Off, RowsChoice::Auto, RowsChoice::MinRAM}) {
    if (givenRows == RowsChoice::Off && rows != RowsChoice::Off)
      break;
    schedule.rows = rows;
    plan.minRAM = rows == RowsChoice::MinRAM;
    add({});
  }
  schedule.rows = givenRows;
  plan.minRAM = minRAM;
  plan.ram = ram;
  BandOptions options(*this);
  for (const BandChoice &choice : thinOut(findBands(module))) {
    options.set(choice);
    add(choice.bands);
  }
  keepBestPoints(points);
  return points;
}

std::optional<Strategy::Trial>
Strategy::chooseSchedulesThatFit(ModuleOp module) {
  SmallVector<RowsChoice> rows = {schedule.rows};
  if (schedule.rows != RowsChoice::Off)
    rows.push_back(RowsChoice::Off);
  if (givenRows == RowsChoice::Auto)
    rows.push_back(RowsChoice::MinRAM);
  for (auto [choice, ram] : {std::pair(givenSchedule, uint64_t(0)),
                             {givenSchedule, givenRAM},
                             {ScheduleChoice::Elementwise, uint64_t(0)}}) {
    schedule.schedule = choice;
    schedule.ram = ram;
    for (RowsChoice tried : rows) {
      schedule.rows = tried;
      if (std::optional<Trial> trial = tryPlan(module))
        return trial;
    }
    // Whatever else a limit leaves takes longer.
    if (ram == 0 && choice == givenSchedule)
      if (std::optional<Trial> banded = chooseBandsThatFit(module))
        return banded;
  }
  returnToBands(module);
  return std::nullopt;
}

/// Returns the bytes of the flags, the handles and the padding that the phase
/// `abi` and compilers add to a module after the phase `plan`; 0 if a phase
/// fails, which then fails again.
uint64_t Strategy::countBookkeeping(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  ScopedDiagnosticHandler silence(&runner.getContext(),
                                  [](Diagnostic &) { return success(); });
  for (StringRef name : {"loops", "abi"})
    if (failed(runner.runPhaseQuietly(name, *copy)))
      return 0;
  StaticBytes bytes =
      countStaticBytes(*copy, runner.options.emitc.pointerBits / 8);
  return bytes.all - bytes.pools;
}

/// Returns the bytes that the model would need with `--rows=min-ram`.
std::optional<uint64_t> Strategy::findFewestBytes(ModuleOp module) {
  RowsChoice rows = schedule.rows;
  bool minRAM = plan.minRAM;
  schedule.rows = RowsChoice::MinRAM;
  plan.minRAM = true;
  std::optional<Trial> least = tryPlan(module);
  schedule.rows = rows;
  plan.minRAM = minRAM;
  if (!least)
    return std::nullopt;
  return least->getNeeded() + countBookkeeping(*least->module);
}

/// Changes the runner's options to the choice. Returns the trial with it, if
/// there is one. If the plan keeps the limits with no choice, the last one
/// needs the least, and the phase `plan` says how much that is.
std::optional<Strategy::Trial> Strategy::choose(ModuleOp module) {
  // A limit that the model keeps by itself changes nothing.
  plan.ram = 0;
  std::optional<Trial> trial = chooseRowsThatSave(module);
  if (givenRAM == 0)
    return trial || plan.pools.empty() ? std::move(trial)
                                       : chooseSchedulesThatFit(module);
  if (trial) {
    uint64_t others = countBookkeeping(*trial->module);
    limit = RAMLimit{givenRAM, trial->getNeeded() + others,
                     estimateWork(*trial->module).cycles, 0, std::nullopt};
    if (limit->freeBytes <= givenRAM) {
      limit->fewestBytes = findFewestBytes(module);
      return trial;
    }
    // Flags and handles are not the plan's. If nothing is left, the plan says
    // how much more it needs.
    plan.ram = givenRAM > others ? givenRAM - others : uint64_t(1);
  } else {
    plan.ram = givenRAM;
  }
  schedule.rows = givenRows;
  if (std::optional<Trial> limited = chooseRowsThatSave(module))
    return limited;
  return chooseSchedulesThatFit(module);
}

/// Adds to an error of the phase `plan` what of the limit is not the plan's.
void Strategy::noteWhatOthersTake(Diagnostic &error) const {
  if (error.getSeverity() == DiagnosticSeverity::Error && plan.ram < givenRAM)
    error.attachNote(UnknownLoc::get(&runner.getContext()))
        << "flags, handles and padding take " << givenRAM - plan.ram
        << " of the " << givenRAM << " bytes of the limit";
}

LogicalResult Strategy::run(ModuleOp module, StringRef last, bool showsPhases) {
  Stopwatch watch;
  std::optional<Trial> trial = choose(module);
  if (showsPhases || last != "plan")
    trial.reset();
  double seconds = watch.getSeconds();
  if (trial)
    for (auto [name, ofPhase] : trial->seconds)
      seconds -= ofPhase;
  runner.reportProgress("choose schedules", seconds);
  if (trial) {
    for (auto [name, ofPhase] : trial->seconds)
      runner.reportProgress(name, ofPhase);
    module->setAttrs(trial->module.get()->getAttrDictionary());
    module.getBodyRegion().takeBody(trial->module->getBodyRegion());
    for (Diagnostic &diagnostic : trial->diagnostics)
      runner.getContext().getDiagEngine().emit(std::move(diagnostic));
    return success();
  }
  for (StringRef phase : kPhases) {
    ScopedDiagnosticHandler noting(&runner.getContext(), [&](Diagnostic &said) {
      if (phase == "plan")
        noteWhatOthersTake(said);
      return failure();
    });
    if (failed(runner.runPhase(phase, module)))
      return failure();
    if (phase == last)
      break;
  }
  return success();
}
