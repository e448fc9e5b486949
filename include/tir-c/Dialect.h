/*===- Dialect.h - The dialect in C
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIR_C_DIALECT_H
#define TIR_C_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* These rules apply to all of tir-c:
 *
 * Ownership is as in MLIR: types, attributes and strings that a function
 * returns belong to the context and live as long as it does. An operation that
 * a function creates belongs to the caller, who inserts it into a block (which
 * then owns it) or destroys it (mlirOperationDestroy).
 *
 * Errors are diagnostics of the context, at the given location
 * (mlirContextAttachDiagnosticHandler receives them; without a handler they go
 * to stderr). After an error, a function that creates something returns null.
 * One that changes something returns failure and changes nothing. A query about
 * something of another kind returns null, 0 or false, without a diagnostic. No
 * function ends the process.
 *
 * Threads are as in MLIR: several threads may call these functions, but only
 * one thread at a time may use a context. */

/* mlirGetDialectHandle__tir__ returns the dialect `tir`, to register or load it
 * alone; mlirGetDialectHandle__kernel__ returns the dialect `kernel`, which
 * needs `tir`. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(TIR, tir);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Kernel, kernel);

/* Registers both dialects, with the interfaces for upstream's bufferization,
 * inlining and conversions to LLVM and EmitC. The caller keeps the registry.
 * Registering a dialect twice is harmless. */
MLIR_CAPI_EXPORTED void tirRegisterDialect(MlirDialectRegistry registry);

/* Registers both dialects, and every dialect and extension that the phases of
 * tirc produce or accept. */
MLIR_CAPI_EXPORTED void tirRegisterAllDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_DIALECT_H */
