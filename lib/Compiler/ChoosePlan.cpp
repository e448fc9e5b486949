//===- ChoosePlan.cpp - The strategy as a pass
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/Passes.h"

#include "tir/Compiler/Strategy.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHOOSEPLANPASS
#include "tir/Compiler/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct ChoosePlanPass : tir::impl::TIRChoosePlanPassBase<ChoosePlanPass> {
  using TIRChoosePlanPassBase::TIRChoosePlanPassBase;

  /// The phases load these while passes run, which a context forbids.
  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager phases(ModuleOp::getOperationName());
    PhaseOptions options;
    for (const Phase *phase : getPhasesUpTo(getLastCommonPhase()))
      phase->build(phases, options);
    phases.getDependentDialects(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    auto emitError = [&] {
      return mlir::emitError(UnknownLoc::get(context), "tir-choose-plan: ");
    };
    PhaseOptions options;
    std::string problem;
    if (failed(readOptions(options, problem))) {
      // The parser of a value prints its message to stderr.
      StringRef unknown = "an option of a phase has a value that it does not "
                          "take; expected a value of the phase's pipeline";
      return emitError() << (problem.empty() ? unknown : problem);
    }
    if (to == "schedule" || to == "buffers" || to == "plan")
      return success();
    return emitError() << "to=" << to
                       << ": no such phase; expected schedule, buffers or plan";
  }

  void runOnOperation() override {
    MLIRContext &context = getContext();
    PhaseRunner runner(context);
    std::string problem;
    std::vector<std::string> texts(passesBeforeTexts.begin(),
                                   passesBeforeTexts.end());
    if (failed(readOptions(runner.options, problem)) ||
        failed(parsePassesBefore(texts, context, runner.passesBefore)) ||
        failed(Strategy(runner).run(getOperation(), to, /*showsPhases=*/false)))
      signalPassFailure();
  }

private:
  LogicalResult readOptions(PhaseOptions &options, std::string &problem) const {
    llvm::raw_string_ostream stream(problem);
    options.emitc.pointerBits = pointerBits;
    return success(
        succeeded(options.schedule.parseFromString(scheduleText, stream)) &&
        succeeded(options.plan.parseFromString(planText, stream)) &&
        succeeded(options.abi.parseFromString(abiText, stream)));
  }
};
} // namespace
