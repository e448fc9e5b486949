/*===- Execution.h - Running compiled models in this process in C
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIR_C_EXECUTION_H
#define TIR_C_EXECUTION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An object that LLVM's JIT has linked into this process. Its functions may be
 * called from any thread, as far as the model's own header allows it. */
typedef struct TirProgram {
  void *ptr;
} TirProgram;

/* Links `object`, the contents of a relocatable object for this machine (`tirc
 * --emit=obj`). Functions that it does not define are looked for in
 * `libraries`, shared libraries by path, then among the symbols of the process.
 * Where one is nowhere, or the object is not for this machine, the result is
 * null and `error`, which may be null, gets a sentence. Strings need not
 * outlive the call; the result is the caller's. */
MLIR_CAPI_EXPORTED TirProgram tirProgramCreate(
    MlirStringRef object, intptr_t numLibraries, const MlirStringRef *libraries,
    void (*error)(MlirStringRef message, void *userData), void *userData);

/* Frees code and data: no function of it may be running or be called again. */
MLIR_CAPI_EXPORTED void tirProgramDestroy(TirProgram program);

/* The address of a global function or object by its C name; null where the
 * program defines none of that name. */
MLIR_CAPI_EXPORTED void *tirProgramGetAddress(TirProgram program,
                                              MlirStringRef symbol);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_EXECUTION_H */
