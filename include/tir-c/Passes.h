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
 * pipelines may name them. Calling it again, also from another thread, does
 * nothing. */
MLIR_CAPI_EXPORTED void tirRegisterPasses(void);

/* How many phases a model goes through, the writing of files (`package`) not
 * counted. */
MLIR_CAPI_EXPORTED intptr_t tirGetNumPhases(void);

/* The name of a phase, such as `import`; its pipeline is `tir-phase-<name>`.
 * The last two, `emitc` and `llvm`, are the two ways to end. The string is
 * static; null where there is no such phase. */
MLIR_CAPI_EXPORTED MlirStringRef tirGetPhaseName(intptr_t index);

/* Runs a textual pipeline on a module in place, such as
 * `tir-phase-loops,tir-phase-emitc` or `builtin.module(cse)`. The module stays
 * the caller's. Calls tirRegisterPasses. A pipeline that does not read, and
 * whatever the passes report, is a diagnostic; after a failure the module is
 * valid memory, but as the failing pass left it. Null is a failure, too. */
MLIR_CAPI_EXPORTED MlirLogicalResult tirRunPipeline(MlirOperation module,
                                                    MlirStringRef pipeline);

/* Writes a textual pipeline out: each pass that it runs, with all its options,
 * in the place of phases and other pipelines. `callback` gets the text, perhaps
 * in pieces. Calls tirRegisterPasses. Where the pipeline does not read the
 * result is a failure, and `error`, which may be null, gets a sentence. */
MLIR_CAPI_EXPORTED MlirLogicalResult tirExpandPipeline(
    MlirStringRef pipeline, MlirStringCallback callback,
    void (*error)(MlirStringRef message, void *userData), void *userData);

/* What a pass does, or a pipeline (of a phase, say), by the name that it has in
 * textual pipelines. Calls tirRegisterPasses. The string is the registry's;
 * null where there is none of that name. */
MLIR_CAPI_EXPORTED MlirStringRef tirGetPassSummary(MlirStringRef name);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_PASSES_H */
