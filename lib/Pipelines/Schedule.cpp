//===- Schedule.cpp - Phase schedule: how each kernel is computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "PhaseOperations.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Schedules/Passes.h"
#include "tir/Schedules/UnscheduledKernels.h"

using namespace mlir;
using namespace tir;

/// Returns the options of a pass that searches for schedules.
template <typename PassOptions>
static PassOptions makeSearchOptions(const ScheduleOptions &options) {
  auto search = makeTargetOptions<PassOptions>(options);
  search.schedule = options.schedule;
  search.onlyObjects = options.onlyObjects;
  return search;
}

/// Adds the passes before the choice of schedules, rows and bands. With
/// `joins`, one sum stands for a mean over rows and then over columns.
static void addPassesBeforeChoice(OpPassManager &pm,
                                  const ScheduleOptions &options, bool joins) {
  // `schedule=elementwise` leaves the kernels as the phase `kernels` made them.
  if (options.schedule == ScheduleChoice::Auto) {
    pm.addPass(createTIRFuseSoftmaxPass());
    pm.addPass(createTIRSplitProductsPass(
        makeTargetOptions<TIRSplitProductsPassOptions>(options)));
    pm.addPass(createTIRMergeKernelsPass());
    pm.addPass(createTIRNarrowSumsPass());
  }
  // The arithmetic of `schedule=elementwise` is the specification's.
  if (options.separateScales)
    pm.addPass(createTIRSeparateScalesPass(
        {/*fixSums=*/options.schedule == ScheduleChoice::Auto}));
  if (options.rows == RowsChoice::Off && options.feedRows.empty())
    return;
  pm.addPass(createTIRSplitSumsPass({joins}));
  pm.addPass(createTIRMakeRowKernelsPass());
}

TIRChooseBandsPassOptions tir::buildUntilBands(OpPassManager &pm,
                                               const PhaseOptions &phases) {
  const ScheduleOptions &options = phases.schedule;
  addPassesBeforeChoice(pm, options, /*joins=*/true);
  auto bands = makeSearchOptions<TIRChooseBandsPassOptions>(options);
  bands.bands.assign(options.bands.begin(), options.bands.end());
  bands.overwriteInputs = options.overwriteInputs;
  return bands;
}

static void build(OpPassManager &pm, const PhaseOptions &phases) {
  const ScheduleOptions &options = phases.schedule;
  if (options.bands.empty())
    addPassesBeforeChoice(pm, options, /*joins=*/false);
  else
    pm.addPass(createTIRChooseBandsPass(buildUntilBands(pm, phases)));
  if (options.rows != RowsChoice::Off || !options.feedRows.empty()) {
    auto rows = makeSearchOptions<TIRChooseRowsPassOptions>(options);
    rows.rows = options.rows;
    rows.feedRows = options.feedRows;
    rows.ram = options.ram;
    rows.overwriteInputs = options.overwriteInputs;
    pm.addPass(createTIRChooseRowsPass(rows));
  }
  auto schedule = makeSearchOptions<TIRScheduleKernelsPassOptions>(options);
  schedule.ram = options.ram;
  schedule.flash = options.flash;
  pm.addPass(createTIRScheduleKernelsPass(schedule));
  pm.addPass(createTIRApproximateFunctionsPass(
      makeTargetOptions<TIRApproximateFunctionsPassOptions>(options)));
}

static constexpr ModelPart kModelParts[] = {ModelPart::Name};

/// Checks that every kernel that is not loops yet has a schedule.
static LogicalResult verifySchedules(ModuleOp module) {
  for (auto kernel : module.getOps<PrimFuncOp>()) {
    Operation *store = findUnscheduledStore(kernel);
    if (!store)
      continue;
    kernel.emitOpError("has no schedule after the phase 'schedule'")
            .attachNote(store->getLoc())
        << "its body works on tensors, as this operation does; run "
           "tir-schedule-kernels on the module, or give the function a "
           "schedule, such as #kernel.elementwise";
    return failure();
  }
  return success();
}

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::schedulePhase = {
    "schedule",
    "how each kernel is computed",
    /*after=*/"kernels",
    build,
    registerPhase<&PhaseOptions::schedule>,
    {isKernelCode, isKernelCodeInEntry, /*entry=*/"tir.prim_func",
     Tensors::Everywhere, /*attributeDialects=*/{}, kModelParts,
     /*causes=*/{}, PhaseContract::kDefaultCause, verifySchedules}};
