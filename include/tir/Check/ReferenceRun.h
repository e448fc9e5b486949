//===- ReferenceRun.h - What a model computes, by its plain loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CHECK_REFERENCERUN_H
#define TIR_CHECK_REFERENCERUN_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tir {

/// Runs of a model by loops that have no schedule, layout, step or row.
struct ReferenceRuns {
  /// Why the model cannot run here, as the end of a sentence, or empty.
  std::string whyNot;
  std::vector<ModelInterface::Tensor> inputs, outputs;
  /// The bytes of these tensors in each run, in little-endian order.
  struct Run {
    std::vector<std::string> inputs, outputs;
  };
  std::vector<Run> runs;
};

/// Fills the bytes of an input of a run, which has a place for each.
/// `mayBePositions` says that integers of 32 bits or more may be positions in
/// a tensor.
using MakeInputFn = llvm::function_ref<llvm::LogicalResult(
    unsigned run, const ModelInterface::Tensor &input, bool mayBePositions,
    std::string &bytes)>;

/// Runs the model of `kernels`, a module before the phase `schedule`, `count`
/// times. Its variables have their initial values in each run. The code runs in
/// a process of its own. Fails with an error of a phase, of `makeInput`, or of
/// a run.
mlir::FailureOr<ReferenceRuns>
runPlainLoops(mlir::ModuleOp kernels, unsigned count, MakeInputFn makeInput);

} // namespace tir

#endif // TIR_CHECK_REFERENCERUN_H
