/*===- Types.h - The dialect's types in C
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIR_C_TYPES_H
#define TIR_C_TYPES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* tir-c/Dialect.h describes ownership and errors. A Get function loads the
 * dialect into the context if it is not loaded yet. docs/Reference/Dialect.md
 * describes the types and what they become in C. Their source is TVM v0.14,
 * include/tvm/runtime/c_runtime_api.h. */

/* `!tir.handle`: an opaque `void *`. */
MLIR_CAPI_EXPORTED bool tirTypeIsAHandle(MlirType type);
MLIR_CAPI_EXPORTED MlirType tirHandleTypeGet(MlirContext context);
MLIR_CAPI_EXPORTED MlirTypeID tirHandleTypeGetTypeID(void);

/* `!tir.values`: the values of packed arguments, `TVMValue *`. */
MLIR_CAPI_EXPORTED bool tirTypeIsAValues(MlirType type);
MLIR_CAPI_EXPORTED MlirType tirValuesTypeGet(MlirContext context);
MLIR_CAPI_EXPORTED MlirTypeID tirValuesTypeGetTypeID(void);

/* `!tir.type_codes`: the type codes of packed arguments, `int *`. */
MLIR_CAPI_EXPORTED bool tirTypeIsATypeCodes(MlirType type);
MLIR_CAPI_EXPORTED MlirType tirTypeCodesTypeGet(MlirContext context);
MLIR_CAPI_EXPORTED MlirTypeID tirTypeCodesTypeGetTypeID(void);

/* `!tir.dltensor`: a tensor descriptor, `DLTensor *`. */
MLIR_CAPI_EXPORTED bool tirTypeIsADLTensor(MlirType type);
MLIR_CAPI_EXPORTED MlirType tirDLTensorTypeGet(MlirContext context);
MLIR_CAPI_EXPORTED MlirTypeID tirDLTensorTypeGetTypeID(void);

/* `!tir.string`: a C string, `const char *`. */
MLIR_CAPI_EXPORTED bool tirTypeIsAString(MlirType type);
MLIR_CAPI_EXPORTED MlirType tirStringTypeGet(MlirContext context);
MLIR_CAPI_EXPORTED MlirTypeID tirStringTypeGetTypeID(void);

/* `!tir.device_context<"kind">`: the resource handle of a device of one kind. A
 * kind without a letter is an error: the names of the hooks are made from its
 * letters. */
MLIR_CAPI_EXPORTED bool tirTypeIsADeviceContext(MlirType type);
MLIR_CAPI_EXPORTED MlirType tirDeviceContextTypeGet(MlirContext context,
                                                    MlirStringRef kind);
MLIR_CAPI_EXPORTED MlirTypeID tirDeviceContextTypeGetTypeID(void);

/* Returns the kind, or null for another type. The string belongs to the
 * context. */
MLIR_CAPI_EXPORTED MlirStringRef tirDeviceContextTypeGetKind(MlirType type);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_TYPES_H */
