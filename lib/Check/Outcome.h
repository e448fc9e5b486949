//===- Outcome.h - What runs of a check found out
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_OUTCOME_H
#define TIR_LIB_CHECK_OUTCOME_H

#include "ResultHooks.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"

namespace tir {

/// What the two programs computed for an element, if that is not equal.
struct Difference {
  /// How many elements were compared in all runs.
  uint64_t compared;
  bool isFound;
  unsigned run;
  size_t element;
  uint64_t want, came;
};

/// What the runs of both programs found out. It may be memory that a process
/// shares. The differences of the results that are shown follow, and then those
/// of the outputs.
struct Outcome {
  /// How many runs have ended.
  unsigned runs;
  /// How many results of the compiled model the current run has shown.
  unsigned shown;
  int32_t wantedCode, code;
  Difference differences[1];

  static size_t getBytes(size_t differences) {
    return sizeof(Outcome) + differences * sizeof(Difference);
  }
};

/// Compares what a compiled model shows with the expected results.
class RunComparison {
public:
  RunComparison(llvm::ArrayRef<ShownResult> shown,
                llvm::ArrayRef<KernelResult> results, Outcome &outcome)
      : shown(shown), results(results), outcome(outcome) {}

  Outcome &getOutcome() const { return outcome; }

  /// Begins a run.
  void begin();

  /// Compares `came`, which a call of the hook `number` shows, with its part of
  /// `whole`, what the plain loops computed. Returns where the part begins, or
  /// nothing if it is not compared.
  std::optional<size_t>
  compareResult(unsigned number, llvm::ArrayRef<char> whole, const char *came);

  /// Compares an output of the model.
  void compareOutput(unsigned index, mlir::Type type, llvm::ArrayRef<char> want,
                     llvm::ArrayRef<char> came);

private:
  void note(unsigned index, mlir::Type type, llvm::ArrayRef<char> whole,
            llvm::ArrayRef<char> want, llvm::ArrayRef<char> came, size_t first);

  llvm::ArrayRef<ShownResult> shown;
  llvm::ArrayRef<KernelResult> results;
  /// How often each result was shown in this run.
  llvm::SmallVector<unsigned> calls;
  Outcome &outcome;
};

/// Reports each kernel that computed a wrong result, or else each output that
/// is wrong. `where` says on what it ran, such as ` on the emulated machine`.
llvm::LogicalResult reportDifferences(
    mlir::ModuleOp module, const Outcome &outcome,
    llvm::ArrayRef<ShownResult> shown, llvm::ArrayRef<KernelResult> results,
    llvm::ArrayRef<ModelInterface::Tensor> outputs, llvm::StringRef where = "");

/// Reports a model that returned another code than its plain loops.
llvm::LogicalResult reportCode(mlir::ModuleOp module, const Outcome &outcome,
                               llvm::StringRef where = "");

} // namespace tir

#endif // TIR_LIB_CHECK_OUTCOME_H
