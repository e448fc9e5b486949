/*===- Attributes.h - The dialect's attributes in C
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIR_C_ATTRIBUTES_H
#define TIR_C_ATTRIBUTES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* tir-c/Dialect.h describes ownership and errors. A Get function loads the
 * dialect into the context if it is not loaded yet. A number that is not a case
 * is an error. docs/Reference/Dialect.md describes the cases. Their numbers are
 * the same as in TIRAttrs.td; 0 is not a case. */

/* `#tir.effect<...>`: what a function does with a buffer argument.
 * Source: TVM v0.14, the read and write regions of a `tir.Block`. */
typedef enum TirEffect {
  TirEffectRead = 1,
  TirEffectWrite = 2,
  TirEffectReadWrite = 3
} TirEffect;
MLIR_CAPI_EXPORTED bool tirAttributeIsAEffect(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute tirEffectAttrGet(MlirContext context,
                                                  TirEffect value);
/* Returns the case, or 0 for another attribute. */
MLIR_CAPI_EXPORTED TirEffect tirEffectAttrGetValue(MlirAttribute attribute);

/* `#tir.calling_convention<...>`: how a `tir.prim_func` is called.
 * Source: TVM v0.14, include/tvm/runtime/c_backend_api.h and
 * src/tir/transforms/make_unpacked_api.cc. */
typedef enum TirCallingConvention {
  TirCallingConventionUnpacked = 1,
  TirCallingConventionPacked = 2
} TirCallingConvention;
MLIR_CAPI_EXPORTED bool
tirAttributeIsACallingConvention(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute
tirCallingConventionAttrGet(MlirContext context, TirCallingConvention value);
/* Returns the case, or 0 for another attribute. */
MLIR_CAPI_EXPORTED TirCallingConvention
tirCallingConventionAttrGetValue(MlirAttribute attribute);

/* `#tir.hook<...>`: a function that a device's driver provides.
 * Source: TVM v0.14, src/relay/backend/aot_executor_codegen.cc. */
typedef enum TirHook {
  TirHookInit = 1,
  TirHookActivate = 2,
  TirHookOpen = 3,
  TirHookClose = 4,
  TirHookDeactivate = 5,
  TirHookSync = 6,
  TirHookAbort = 7
} TirHook;
MLIR_CAPI_EXPORTED bool tirAttributeIsAHook(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute tirHookAttrGet(MlirContext context,
                                                TirHook value);
/* Returns the case, or 0 for another attribute. */
MLIR_CAPI_EXPORTED TirHook tirHookAttrGetValue(MlirAttribute attribute);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_ATTRIBUTES_H */
