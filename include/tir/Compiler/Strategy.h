//===- Strategy.h - Schedules and rows with which a model fits its limits
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_STRATEGY_H
#define TIR_COMPILER_STRATEGY_H

#include "tir/Compiler/PhaseRunner.h"
#include "tir/Schedules/BandChoices.h"
#include "tir/Target/Report/Report.h"
#include <optional>

namespace tir {

/// Chooses schedules and rows by what the plan of each choice needs: the plan
/// alone knows that.
class Strategy {
public:
  /// The options of the runner are what the user wants.
  explicit Strategy(PhaseRunner &runner);

  /// Runs the phases from `schedule` to `last`, which is `plan` or one before
  /// it, on a module after the phase `kernels`, with the fastest schedules and
  /// rows whose plan keeps the limits of memory. With `showsPhases`, someone
  /// wants to see the module after each of them.
  llvm::LogicalResult run(mlir::ModuleOp module, llvm::StringRef last,
                          bool showsPhases);

  /// Returns with how little work a module after the phase `kernels` runs in
  /// less and less memory: by rows, and in bands of columns. The first point
  /// takes the fewest cycles. What is planned is thrown away.
  std::vector<RAMPoint> findCurve(mlir::ModuleOp module);

  /// Returns what the limit of RAM did, after a choice.
  const std::optional<RAMLimit> &getLimit() const { return limit; }

private:
  struct Trial;
  class BandOptions;

  void noteWhatOthersTake(mlir::Diagnostic &error) const;
  std::optional<Trial> choose(mlir::ModuleOp module);
  std::optional<Trial> tryPlan(mlir::ModuleOp module);
  std::optional<Trial> chooseRowsThatSave(mlir::ModuleOp module);
  llvm::ArrayRef<BandChoice> findBands(mlir::ModuleOp module);
  std::optional<Trial> chooseBandsThatFit(mlir::ModuleOp module);
  void returnToBands(mlir::ModuleOp module);
  std::optional<Trial> chooseSchedulesThatFit(mlir::ModuleOp module);
  uint64_t countBookkeeping(mlir::ModuleOp module);
  std::optional<uint64_t> findFewestBytes(mlir::ModuleOp module);

  PhaseRunner &runner;
  ScheduleOptions &schedule;
  PlanOptions &plan;
  /// What the user wants.
  const ScheduleChoice givenSchedule;
  const RowsChoice givenRows;
  const uint64_t givenRAM;
  std::optional<RAMLimit> limit;
  /// The ways in which calls can run in bands, once they are searched for.
  std::optional<std::vector<BandChoice>> bandChoices;
  /// The fewest bytes of bands of columns that do not keep the limit, and which
  /// of the choices needs them.
  std::optional<std::pair<uint64_t, size_t>> fewestBanded;
};

} // namespace tir

#endif // TIR_COMPILER_STRATEGY_H
