/*===- Passes.h - Passes and phases in C
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIR_C_PASSES_H
#define TIR_C_PASSES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Registers every pass (`tir-...`), the pipeline of every phase
 * (`tir-phase-...`) and upstream's passes with the process, so that textual
 * pipelines may name them. Further calls, also from other threads, do
 * nothing. */
MLIR_CAPI_EXPORTED void tirRegisterPasses(void);

/* Returns the number of phases, not counting the writing of files
 * (`package`). */
MLIR_CAPI_EXPORTED intptr_t tirGetNumPhases(void);

/* Returns the name of a phase, such as `import`; its pipeline is
 * `tir-phase-<name>`. The last two, `emitc` and `llvm`, are alternative back
 * ends. The string is static. Returns null if there is no such phase. */
MLIR_CAPI_EXPORTED MlirStringRef tirGetPhaseName(intptr_t index);

/* Runs a textual pipeline on a module in place, such as
 * `tir-phase-loops,tir-phase-emitc` or `builtin.module(cse)`. The caller keeps
 * the module. Calls tirRegisterPasses. A pipeline that cannot be parsed, and
 * whatever the passes report, is a diagnostic. After a failure, the module is
 * valid memory, in the state in which the failing pass left it. A null module
 * is a failure, too. */
MLIR_CAPI_EXPORTED MlirLogicalResult tirRunPipeline(MlirOperation module,
                                                    MlirStringRef pipeline);

/* Expands a textual pipeline: each pass that it runs, with all its options,
 * replaces phases and other pipelines. `callback` gets the text, possibly in
 * pieces. Calls tirRegisterPasses. If the pipeline cannot be parsed, returns
 * failure and calls `error`, which may be null, with a sentence. */
MLIR_CAPI_EXPORTED MlirLogicalResult tirExpandPipeline(
    MlirStringRef pipeline, MlirStringCallback callback,
    void (*error)(MlirStringRef message, void *userData), void *userData);

/* Returns the summary of a pass or a pipeline (such as a phase's) by its name
 * in textual pipelines. Calls tirRegisterPasses. The string belongs to the
 * registry. Returns null if there is no pass or pipeline with this name. */
MLIR_CAPI_EXPORTED MlirStringRef tirGetPassSummary(MlirStringRef name);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_PASSES_H */
