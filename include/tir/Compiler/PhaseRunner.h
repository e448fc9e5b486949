//===- PhaseRunner.h - Running phases, and passes before them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_PHASERUNNER_H
#define TIR_COMPILER_PHASERUNNER_H

#include "tir/Compiler/PassesBefore.h"
#include "tir/Pipelines/Phase.h"
#include <chrono>
#include <functional>

namespace tir {

class Stopwatch {
public:
  double getSeconds() const {
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - begin;
    return seconds.count();
  }

private:
  std::chrono::steady_clock::time_point begin =
      std::chrono::steady_clock::now();
};

/// What a program learns while phases run, and what it decides. Each function
/// may be null.
struct PhaseHooks {
  /// Called when a phase has ended.
  std::function<void(llvm::StringRef name, double seconds)> progress;
  /// Called with the module after a phase, and with the suffix `.before` after
  /// the passes that run before it.
  std::function<llvm::LogicalResult(llvm::StringRef phase,
                                    llvm::StringRef suffix, mlir::ModuleOp)>
      dump;
  /// Returns whether passes were skipped, so that their result is a failure.
  std::function<bool()> wasCancelled;
};

/// Runs phases with their options, each after the passes that a user wants
/// before it.
class PhaseRunner {
public:
  explicit PhaseRunner(mlir::MLIRContext &context, PhaseHooks hooks = {})
      : context(context), hooks(std::move(hooks)) {}

  llvm::LogicalResult run(mlir::PassManager &pm, mlir::ModuleOp module);
  llvm::LogicalResult runPhase(llvm::StringRef name, mlir::ModuleOp module);

  /// Runs a phase without calling hooks for it, and without an error of its
  /// own.
  llvm::LogicalResult runPhaseQuietly(llvm::StringRef name,
                                      mlir::ModuleOp module);

  /// Runs the passes that `build` adds, in silence, after those that a user
  /// wants before the phase of which they are a part.
  llvm::LogicalResult
  runPartQuietly(llvm::StringRef phase, mlir::ModuleOp module,
                 llvm::function_ref<void(mlir::OpPassManager &)> build);

  void reportProgress(llvm::StringRef name, double seconds) const {
    if (hooks.progress)
      hooks.progress(name, seconds);
  }

  /// Runs `step` and reports how long it took.
  template <typename Step>
  llvm::LogicalResult timed(llvm::StringRef name, Step step) {
    Stopwatch watch;
    llvm::LogicalResult result = step();
    if (succeeded(result))
      reportProgress(name, watch.getSeconds());
    return result;
  }

  llvm::LogicalResult dump(llvm::StringRef phase, llvm::StringRef suffix,
                           mlir::ModuleOp module) {
    return hooks.dump ? hooks.dump(phase, suffix, module) : llvm::success();
  }

  bool wasCancelled() const {
    return hooks.wasCancelled && hooks.wasCancelled();
  }

  mlir::MLIRContext &getContext() { return context; }

  /// Returns the name of the phase that failed; empty for none.
  llvm::StringRef getFailedPhase() const { return failedPhase; }

  PhaseOptions options;
  std::vector<PassesBefore> passesBefore;
  /// Whether the IR is verified after each phase: passes of others take part in
  /// them.
  bool verifiesAll = false;

private:
  llvm::LogicalResult runPassesBefore(llvm::StringRef phase,
                                      mlir::ModuleOp module);
  llvm::LogicalResult
  runPasses(llvm::StringRef phase, mlir::ModuleOp module,
            llvm::function_ref<void(mlir::OpPassManager &)> build);
  bool verifies(llvm::StringRef phase) const;

  mlir::MLIRContext &context;
  PhaseHooks hooks;
  llvm::StringRef failedPhase;
};

} // namespace tir

#endif // TIR_COMPILER_PHASERUNNER_H
