/*===- Ops.h - The dialect's operations in C
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIR_C_OPS_H
#define TIR_C_OPS_H

#include "mlir-c/IR.h"
#include "tir-c/Attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* tir-c/Dialect.h describes ownership and errors: a created operation belongs
 * to the caller until it is inserted. A Create function loads the dialect into
 * the context if it is not loaded yet, and rejects null values, null types,
 * negative counts and empty names. The verifier (mlirOperationVerify) checks
 * whether a call matches its callee, once the operation is in a module. Strings
 * need not end in a NUL, and are copied. docs/Reference/Dialect.md describes
 * the operations and where they come from. */

/*===----------------------------------------------------------------------===
 * tir.prim_func (source: TVM v0.14, include/tvm/tir/function.h)
 *===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED bool tirOperationIsAPrimFunc(MlirOperation operation);

/* Creates a private declaration with arguments of the given types.
 * tirPrimFuncAddBody makes it a definition. */
MLIR_CAPI_EXPORTED MlirOperation tirPrimFuncCreate(MlirLocation location,
                                                   MlirStringRef name,
                                                   intptr_t numArguments,
                                                   MlirType const *arguments);

/* Adds a body to a declaration: a block with the function's arguments that
 * contains only a `tir.return`. The caller inserts operations before that. The
 * block belongs to the function. It is an error if the function has a body
 * already. */
MLIR_CAPI_EXPORTED MlirBlock tirPrimFuncAddBody(MlirOperation function);
MLIR_CAPI_EXPORTED bool tirPrimFuncIsDeclaration(MlirOperation function);

MLIR_CAPI_EXPORTED MlirStringRef tirPrimFuncGetName(MlirOperation function);
MLIR_CAPI_EXPORTED intptr_t tirPrimFuncGetNumArguments(MlirOperation function);
/* Returns null if there is no such argument. */
MLIR_CAPI_EXPORTED MlirType tirPrimFuncGetArgumentType(MlirOperation function,
                                                       intptr_t index);

/* A function is public or private. A private function without callers may be
 * removed. */
MLIR_CAPI_EXPORTED bool tirPrimFuncIsPublic(MlirOperation function);
MLIR_CAPI_EXPORTED MlirLogicalResult
tirPrimFuncSetPublic(MlirOperation function, bool isPublic);

/* The effect: what the function does with a buffer. The default is read_write.
 * The effect is 0 if there is no such argument or it is not a buffer; setting
 * it is then an error. */
MLIR_CAPI_EXPORTED TirEffect tirPrimFuncGetEffect(MlirOperation function,
                                                  intptr_t index);
MLIR_CAPI_EXPORTED MlirLogicalResult
tirPrimFuncSetEffect(MlirOperation function, intptr_t index, TirEffect effect);

/* The name for the linker and in the function registry; null if there is none.
 * Setting an empty name removes it. */
MLIR_CAPI_EXPORTED MlirStringRef
tirPrimFuncGetExportedName(MlirOperation function);
MLIR_CAPI_EXPORTED MlirLogicalResult
tirPrimFuncSetExportedName(MlirOperation function, MlirStringRef name);

/* The calling convention; 0 if the pipeline chooses it. Setting 0 leaves the
 * choice to the pipeline again. */
MLIR_CAPI_EXPORTED TirCallingConvention
tirPrimFuncGetCallingConvention(MlirOperation function);
MLIR_CAPI_EXPORTED MlirLogicalResult tirPrimFuncSetCallingConvention(
    MlirOperation function, TirCallingConvention convention);

/* The names of the devices that the function runs on. Setting none removes
 * them. */
MLIR_CAPI_EXPORTED intptr_t tirPrimFuncGetNumDevices(MlirOperation function);
MLIR_CAPI_EXPORTED MlirStringRef tirPrimFuncGetDevice(MlirOperation function,
                                                      intptr_t index);
MLIR_CAPI_EXPORTED MlirLogicalResult tirPrimFuncSetDevices(
    MlirOperation function, intptr_t numDevices, MlirStringRef const *devices);

/*===----------------------------------------------------------------------===
 * Calls (which one when: docs/CallingConventions.md)
 *===----------------------------------------------------------------------===*/

/* Creates a call of a `tir.prim_func` with a body in the same module, on
 * tensors. The results are the contents of the destinations `outs` after the
 * call, and have their types. Source: TVM PR 12973. */
MLIR_CAPI_EXPORTED MlirOperation tirCallTIRCreateOnTensors(
    MlirLocation location, MlirStringRef callee, intptr_t numIns,
    MlirValue const *ins, intptr_t numOuts, MlirValue const *outs);

/* Creates such a call on memrefs, with plain arguments and no results. */
MLIR_CAPI_EXPORTED MlirOperation
tirCallTIRCreateOnMemRefs(MlirLocation location, MlirStringRef callee,
                          intptr_t numArguments, MlirValue const *arguments);

/* Creates a call through the function registry, on memrefs. `result` is the
 * type of the value that it returns, or null. Source: TVM v0.14,
 * tvm_call_packed. */
MLIR_CAPI_EXPORTED MlirOperation tirCallPackedCreate(MlirLocation location,
                                                     MlirStringRef name,
                                                     intptr_t numArguments,
                                                     MlirValue const *arguments,
                                                     MlirType result);

/* Creates a direct call with the packed signature, on memrefs. `context` is the
 * resource handle, or null. Source: TVM v0.14, tvm_call_cpacked. */
MLIR_CAPI_EXPORTED MlirOperation tirCallCPackedCreate(
    MlirLocation location, MlirStringRef symbol, intptr_t numArguments,
    MlirValue const *arguments, MlirValue context);

/* What the C function of a `tir.call_extern` returns. */
typedef enum TirExternForm {
  /* An error code. If it is not 0, the caller returns it in turn. */
  TirExternFormChecked = 1,
  TirExternFormVoid = 2,
  /* A value, which is the result of the call. */
  TirExternFormValue = 3
} TirExternForm;

/* Creates a call of a C function with plain arguments, on memrefs. `context` is
 * passed last, or is null. `result` is the type of the value of
 * TirExternFormValue, and null with the other forms. Source: TVM v0.14,
 * call_extern. */
MLIR_CAPI_EXPORTED MlirOperation
tirCallExternCreate(MlirLocation location, MlirStringRef symbol,
                    intptr_t numArguments, MlirValue const *arguments,
                    MlirValue context, TirExternForm form, MlirType result);

/* These test for one kind of call. */
MLIR_CAPI_EXPORTED bool tirOperationIsACallTIR(MlirOperation operation);
MLIR_CAPI_EXPORTED bool tirOperationIsACallPacked(MlirOperation operation);
MLIR_CAPI_EXPORTED bool tirOperationIsACallCPacked(MlirOperation operation);
MLIR_CAPI_EXPORTED bool tirOperationIsACallExtern(MlirOperation operation);
/* Returns whether the operation is a call of any of these kinds. */
MLIR_CAPI_EXPORTED bool tirOperationIsACall(MlirOperation operation);

/* Returns the callee: a symbol, or for `tir.call_packed` a name in the
 * registry. */
MLIR_CAPI_EXPORTED MlirStringRef tirCallGetCallee(MlirOperation call);

/* The arguments without the context. On tensors, the destinations come last. */
MLIR_CAPI_EXPORTED intptr_t tirCallGetNumArguments(MlirOperation call);
MLIR_CAPI_EXPORTED MlirValue tirCallGetArgument(MlirOperation call,
                                                intptr_t index);
/* Returns the number of arguments that are destinations. */
MLIR_CAPI_EXPORTED intptr_t tirCallGetNumOuts(MlirOperation call);
/* Returns null if the call passes no context. */
MLIR_CAPI_EXPORTED MlirValue tirCallGetContext(MlirOperation call);
/* Returns 0 if the operation is not a `tir.call_extern`. */
MLIR_CAPI_EXPORTED TirExternForm tirCallExternGetForm(MlirOperation call);

/*===----------------------------------------------------------------------===
 * Devices and pools
 *===----------------------------------------------------------------------===*/

/* Creates a `tir.device`. `deviceType` and `deviceId` are DLPack's numbers (12:
 * kDLExtDev). Source: TVM v0.14, src/relay/backend/aot_executor_codegen.cc. */
MLIR_CAPI_EXPORTED MlirOperation tirDeviceCreate(MlirLocation location,
                                                 MlirStringRef name,
                                                 MlirStringRef kind,
                                                 int32_t deviceType,
                                                 int32_t deviceId);
MLIR_CAPI_EXPORTED bool tirOperationIsADevice(MlirOperation operation);
MLIR_CAPI_EXPORTED MlirStringRef tirDeviceGetName(MlirOperation device);
MLIR_CAPI_EXPORTED MlirStringRef tirDeviceGetKind(MlirOperation device);
MLIR_CAPI_EXPORTED int32_t tirDeviceGetDeviceType(MlirOperation device);
MLIR_CAPI_EXPORTED int32_t tirDeviceGetDeviceId(MlirOperation device);

/* The program that the device is configured with; null if there is none.
 * Setting an empty program removes it. */
MLIR_CAPI_EXPORTED MlirStringRef tirDeviceGetProgram(MlirOperation device);
MLIR_CAPI_EXPORTED MlirLogicalResult tirDeviceSetProgram(MlirOperation device,
                                                         MlirStringRef program);

/* Returns whether the device's driver provides this hook. */
MLIR_CAPI_EXPORTED bool tirDeviceHasHook(MlirOperation device, TirHook hook);
/* Adds a hook. It is an error if the number is not a hook. Adding a hook twice
 * is harmless. */
MLIR_CAPI_EXPORTED MlirLogicalResult tirDeviceAddHook(MlirOperation device,
                                                      TirHook hook);

/* Creates `tir.get_device_context`, whose result is the context of a device of
 * this kind. */
MLIR_CAPI_EXPORTED MlirOperation tirGetDeviceContextCreate(
    MlirLocation location, MlirStringRef device, MlirStringRef kind);

/* Creates a `tir.pool` of `size` bytes, or of at most `sizeHint` bytes; -1
 * leaves either open. `alignment` is a power of two. Source: TVM v0.14,
 * include/tvm/ir/memory_pools.h. */
MLIR_CAPI_EXPORTED MlirOperation tirPoolCreate(MlirLocation location,
                                               MlirStringRef name, int64_t size,
                                               int64_t sizeHint,
                                               int64_t alignment);
MLIR_CAPI_EXPORTED bool tirOperationIsAPool(MlirOperation operation);
MLIR_CAPI_EXPORTED MlirStringRef tirPoolGetName(MlirOperation pool);
/* These return -1 if the pool does not state the number. */
MLIR_CAPI_EXPORTED int64_t tirPoolGetSize(MlirOperation pool);
MLIR_CAPI_EXPORTED int64_t tirPoolGetSizeHint(MlirOperation pool);
/* Returns 0 if the operation is not a pool. */
MLIR_CAPI_EXPORTED int64_t tirPoolGetAlignment(MlirOperation pool);

/* The linker section of the pool; null if there is none. Setting an empty
 * section removes it. */
MLIR_CAPI_EXPORTED MlirStringRef tirPoolGetSection(MlirOperation pool);
MLIR_CAPI_EXPORTED MlirLogicalResult tirPoolSetSection(MlirOperation pool,
                                                       MlirStringRef section);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_OPS_H */
