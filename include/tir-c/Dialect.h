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

/* What holds of all of tir-c:
 *
 * Ownership is MLIR's: types, attributes and strings that a function returns
 * belong to the context and live as long as it does. An operation that a
 * function creates belongs to the caller, who inserts it into a block (which
 * then owns it) or destroys it (mlirOperationDestroy).
 *
 * Errors are diagnostics of the context, at the location that was given
 * (mlirContextAttachDiagnosticHandler receives them; without a handler they go
 * to stderr). A function that creates something then returns null, one that
 * changes something returns failure and changes nothing. A question about
 * something of another kind is answered by null, 0 or false, without a
 * diagnostic. Nothing here ends the process.
 *
 * Functions may be called from several threads as MLIR's may: one thread a
 * context at a time. */

/* mlirGetDialectHandle__tir__: the dialect, to register or load by itself. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(TIR, tir);

/* Registers the dialect and what makes it take part in upstream's
 * bufferization, inlining and conversions to LLVM and EmitC. The registry stays
 * the caller's; registering twice does no harm. */
MLIR_CAPI_EXPORTED void tirRegisterDialect(MlirDialectRegistry registry);

/* The same, and every dialect and extension that our phases make or take. */
MLIR_CAPI_EXPORTED void tirRegisterAllDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_DIALECT_H */
