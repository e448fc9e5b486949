//===- Strategy.h - Schedules and rows with which a model fits its limits
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_STRATEGY_H
#define TIR_COMPILER_STRATEGY_H

#include "mlir/IR/OwningOpRef.h"
#include "tir/Compiler/PhaseRunner.h"
#include "tir/Target/Report/Report.h"
#include <optional>

namespace tir {

/// A copy of a module after the phase `plan`.
struct Trial {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The bytes of its pools.
  int64_t bytes = 0;
  /// What the phases said.
  std::vector<mlir::Diagnostic> diagnostics;
  /// How long each phase took.
  llvm::SmallVector<std::pair<llvm::StringRef, double>> seconds;

  /// Returns the bytes that a limit compares, with the variables.
  uint64_t getNeeded();
};

/// Chooses schedules and rows by what the plan of each choice needs: the plan
/// alone knows that.
class Strategy {
public:
  /// The options of the runner are what the user wants.
  explicit Strategy(PhaseRunner &runner);

  /// Chooses the fastest schedules and rows with which the plan of a module
  /// after the phase `kernels` keeps the limits of memory, and changes the
  /// runner's options to them. Returns the trial with them. If the plan keeps
  /// the limits with none, the last choice needs the least, and the phase
  /// `plan` says how much that is.
  std::optional<Trial> choose(mlir::ModuleOp module);

  /// Returns what the limit of RAM did, after a choice.
  const std::optional<RAMLimit> &getLimit() const { return limit; }

  /// Adds to an error of the phase `plan` what of the limit is not the plan's.
  void noteWhatOthersTake(mlir::Diagnostic &error) const;

private:
  std::optional<Trial> tryPlan(mlir::ModuleOp module);
  std::optional<Trial> chooseRowsThatSave(mlir::ModuleOp module);
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
};

} // namespace tir

#endif // TIR_COMPILER_STRATEGY_H
