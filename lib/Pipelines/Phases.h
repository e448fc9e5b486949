//===- Phases.h - The phases, each defined in its own file
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_PIPELINES_PHASES_H
#define TIR_LIB_PIPELINES_PHASES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "tir/Pipelines/Phase.h"
#include "llvm/Support/Compiler.h"

namespace tir {

extern const Phase importPhase, kernelsPhase, schedulePhase, buffersPhase,
    planPhase, loopsPhase, abiPhase, emitcPhase, llvmPhase;

/// Registers the pipeline `tir-phase-<name>` of a phase whose options are the
/// member `own` of PhaseOptions.
template <auto own>
void registerPhase(const Phase &phase) {
  std::string name = ("tir-phase-" + phase.name).str();
  std::string summary = ("Phase " + phase.name + ": " + phase.summary).str();
  using Options =
      std::remove_reference_t<decltype(std::declval<PhaseOptions>().*own)>;
  if constexpr (std::is_same_v<Options, mlir::EmptyPipelineOptions>)
    mlir::PassPipelineRegistration<>(name, summary,
                                     [&phase](mlir::OpPassManager &pm) {
                                       addPhase(pm, phase, PhaseOptions());
                                     });
  else
    mlir::PassPipelineRegistration<Options>(
        name, summary,
        [&phase](mlir::OpPassManager &pm, const Options &options) {
          PhaseOptions all;
          (all.*own).copyOptionValuesFrom(options);
          addPhase(pm, phase, all);
        });
}

/// Returns the options of a pass that depends on the machine.
template <typename PassOptions, typename Options>
PassOptions makeTargetOptions(const MachineOptions<Options> &options) {
  PassOptions target;
  target.triple = options.triple;
  target.cpu = options.cpu;
  target.features = options.features;
  return target;
}

} // namespace tir

#endif // TIR_LIB_PIPELINES_PHASES_H
