//===- PlainRuns.h - What the plain loops compute for a check
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_PLAINRUNS_H
#define TIR_LIB_CHECK_PLAINRUNS_H

#include "PlainLoops.h"
#include "ResultTensors.h"

namespace tir {

/// Runs the plain loops of a model on the inputs of a check.
class PlainRuns {
public:
  /// `isShared` says for each result whether the compiled program shows it,
  /// too.
  PlainRuns(CheckedProgram &program, llvm::ArrayRef<ShownResult> shown,
            llvm::ArrayRef<KernelResult> results, llvm::ArrayRef<bool> isShared,
            PositionInputs positions)
      : program(program), shown(shown),
        tensors(results, isShared, positions != PositionInputs::None),
        positions(positions) {}

  /// Runs the loops. Returns the code that they return.
  int32_t run(unsigned number);

  /// What the last run got, and what it computed.
  std::vector<Bytes> &getInputs() { return inputs; }
  std::vector<Bytes> &getOutputs() { return outputs; }
  const ResultTensors &getResults() const { return tensors; }

  /// Returns the bytes of outputs before a run of the compiled model: an
  /// element that nothing is written to may not look like a result.
  static char getUnwritten(unsigned run);

  /// What the loops call for a result.
  static void record(int32_t number, void *result);

private:
  CheckedProgram &program;
  llvm::ArrayRef<ShownResult> shown;
  ResultTensors tensors;
  PositionInputs positions;
  std::vector<Bytes> inputs, outputs;

  /// Those that run in this thread.
  static thread_local PlainRuns *current;
};

} // namespace tir

#endif // TIR_LIB_CHECK_PLAINRUNS_H
