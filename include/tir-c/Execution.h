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

/* An object that LLVM's JIT has linked into this process. Any thread may call
 * its functions, as far as the model's header allows it. */
typedef struct TirProgram {
  void *ptr;
} TirProgram;

/* Links `object`, the contents of a relocatable object for this machine (`tirc
 * --emit=obj`). Looks for undefined functions in `libraries`, which are paths
 * of shared libraries, and then among the symbols of the process. If a function
 * is missing, or the object is not for this machine, returns null and calls
 * `error`, which may be null, with a sentence. Strings need not outlive the
 * call. The caller owns the result. */
MLIR_CAPI_EXPORTED TirProgram tirProgramCreate(
    MlirStringRef object, intptr_t numLibraries, const MlirStringRef *libraries,
    void (*error)(MlirStringRef message, void *userData), void *userData);

/* Frees code and data. None of its functions may be running or be called
 * again. */
MLIR_CAPI_EXPORTED void tirProgramDestroy(TirProgram program);

/* Returns the address of a global function or variable by its C name, or null
 * if the program does not define it. */
MLIR_CAPI_EXPORTED void *tirProgramGetAddress(TirProgram program,
                                              MlirStringRef symbol);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_EXECUTION_H */
