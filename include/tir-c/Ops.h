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

/* Ownership and errors are told in tir-c/Dialect.h: what is created is the
 * caller's until it is inserted. A create loads the dialect into the context
 * where it is not loaded yet, and refuses null values, null types, negative
 * counts and empty names; whether a call fits its callee is for the verifier
 * (mlirOperationVerify) once the operation stands in a module. Strings need not
 * end in a NUL, and are copied. What the operations mean, and where they come
 * from, stands in docs/Reference/Dialect.md. */

/*===----------------------------------------------------------------------===
 * tir.prim_func (source: TVM v0.14, include/tvm/tir/function.h)
 *===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED bool tirOperationIsAPrimFunc(MlirOperation operation);

/* Creates a private declaration over the types given. tirPrimFuncAddBody makes
 * it a definition. */
MLIR_CAPI_EXPORTED MlirOperation tirPrimFuncCreate(MlirLocation location,
                                                   MlirStringRef name,
                                                   intptr_t numArguments,
                                                   MlirType const *arguments);

/* Gives a declaration a body: a block with the function's arguments that holds
 * a `tir.return` alone, in front of which operations are inserted. The block
 * belongs to the function. An error where there is a body already. */
MLIR_CAPI_EXPORTED MlirBlock tirPrimFuncAddBody(MlirOperation function);
MLIR_CAPI_EXPORTED bool tirPrimFuncIsDeclaration(MlirOperation function);

MLIR_CAPI_EXPORTED MlirStringRef tirPrimFuncGetName(MlirOperation function);
MLIR_CAPI_EXPORTED intptr_t tirPrimFuncGetNumArguments(MlirOperation function);
/* Null where there is no such argument. */
MLIR_CAPI_EXPORTED MlirType tirPrimFuncGetArgumentType(MlirOperation function,
                                                       intptr_t index);

/* Public, or private: what nothing calls may then be removed. */
MLIR_CAPI_EXPORTED bool tirPrimFuncIsPublic(MlirOperation function);
MLIR_CAPI_EXPORTED MlirLogicalResult
tirPrimFuncSetPublic(MlirOperation function, bool isPublic);

/* What the function does with a buffer; read_write where nothing is said. 0
 * where there is no such argument or it is no buffer; setting it there is an
 * error. */
MLIR_CAPI_EXPORTED TirEffect tirPrimFuncGetEffect(MlirOperation function,
                                                  intptr_t index);
MLIR_CAPI_EXPORTED MlirLogicalResult
tirPrimFuncSetEffect(MlirOperation function, intptr_t index, TirEffect effect);

/* The name for the linker, and in the function registry; null where there is
 * none. An empty name removes it. */
MLIR_CAPI_EXPORTED MlirStringRef
tirPrimFuncGetExportedName(MlirOperation function);
MLIR_CAPI_EXPORTED MlirLogicalResult
tirPrimFuncSetExportedName(MlirOperation function, MlirStringRef name);

/* The calling convention; 0 where the pipeline chooses. Setting it to 0 leaves
 * it to the pipeline again. */
MLIR_CAPI_EXPORTED TirCallingConvention
tirPrimFuncGetCallingConvention(MlirOperation function);
MLIR_CAPI_EXPORTED MlirLogicalResult tirPrimFuncSetCallingConvention(
    MlirOperation function, TirCallingConvention convention);

/* The names of the devices that it runs on. Setting none removes them. */
MLIR_CAPI_EXPORTED intptr_t tirPrimFuncGetNumDevices(MlirOperation function);
MLIR_CAPI_EXPORTED MlirStringRef tirPrimFuncGetDevice(MlirOperation function,
                                                      intptr_t index);
MLIR_CAPI_EXPORTED MlirLogicalResult tirPrimFuncSetDevices(
    MlirOperation function, intptr_t numDevices, MlirStringRef const *devices);

/*===----------------------------------------------------------------------===
 * Calls (which one when: docs/CallingConventions.md)
 *===----------------------------------------------------------------------===*/

/* A call of a `tir.prim_func` with a body in the same module, on tensors: the
 * results are what the destinations `outs` hold afterwards, and have their
 * types. Source: TVM PR 12973. */
MLIR_CAPI_EXPORTED MlirOperation tirCallTIRCreateOnTensors(
    MlirLocation location, MlirStringRef callee, intptr_t numIns,
    MlirValue const *ins, intptr_t numOuts, MlirValue const *outs);

/* The same on memrefs: plain arguments, no results. */
MLIR_CAPI_EXPORTED MlirOperation
tirCallTIRCreateOnMemRefs(MlirLocation location, MlirStringRef callee,
                          intptr_t numArguments, MlirValue const *arguments);

/* A call through the function registry, on memrefs. `result` is the type of
 * the value that it returns, or null. Source: TVM v0.14, tvm_call_packed. */
MLIR_CAPI_EXPORTED MlirOperation tirCallPackedCreate(MlirLocation location,
                                                     MlirStringRef name,
                                                     intptr_t numArguments,
                                                     MlirValue const *arguments,
                                                     MlirType result);

/* A direct call with the packed signature, on memrefs. `context` is the
 * resource handle, or null. Source: TVM v0.14, tvm_call_cpacked. */
MLIR_CAPI_EXPORTED MlirOperation tirCallCPackedCreate(
    MlirLocation location, MlirStringRef symbol, intptr_t numArguments,
    MlirValue const *arguments, MlirValue context);

/* What the C function of a `tir.call_extern` returns. */
typedef enum TirExternForm {
  /* A code; one that is not 0 goes up. */
  TirExternFormChecked = 1,
  TirExternFormVoid = 2,
  /* A value, the call's result. */
  TirExternFormValue = 3
} TirExternForm;

/* A call of a C function with plain arguments, on memrefs. `context` comes
 * last, or is null. `result` is the type of the value of TirExternFormValue,
 * and null with the other forms. Source: TVM v0.14, call_extern. */
MLIR_CAPI_EXPORTED MlirOperation
tirCallExternCreate(MlirLocation location, MlirStringRef symbol,
                    intptr_t numArguments, MlirValue const *arguments,
                    MlirValue context, TirExternForm form, MlirType result);

/* Which call it is. */
MLIR_CAPI_EXPORTED bool tirOperationIsACallTIR(MlirOperation operation);
MLIR_CAPI_EXPORTED bool tirOperationIsACallPacked(MlirOperation operation);
MLIR_CAPI_EXPORTED bool tirOperationIsACallCPacked(MlirOperation operation);
MLIR_CAPI_EXPORTED bool tirOperationIsACallExtern(MlirOperation operation);
/* Any of them. */
MLIR_CAPI_EXPORTED bool tirOperationIsACall(MlirOperation operation);

/* The callee: a symbol, or with `tir.call_packed` a name in the registry. */
MLIR_CAPI_EXPORTED MlirStringRef tirCallGetCallee(MlirOperation call);

/* The arguments without the context; on tensors the destinations come last. */
MLIR_CAPI_EXPORTED intptr_t tirCallGetNumArguments(MlirOperation call);
MLIR_CAPI_EXPORTED MlirValue tirCallGetArgument(MlirOperation call,
                                                intptr_t index);
/* How many of the arguments are destinations. */
MLIR_CAPI_EXPORTED intptr_t tirCallGetNumOuts(MlirOperation call);
/* Null where the call passes none. */
MLIR_CAPI_EXPORTED MlirValue tirCallGetContext(MlirOperation call);
/* 0 where it is no `tir.call_extern`. */
MLIR_CAPI_EXPORTED TirExternForm tirCallExternGetForm(MlirOperation call);

/*===----------------------------------------------------------------------===
 * Devices and pools
 *===----------------------------------------------------------------------===*/

/* `tir.device`. `deviceType` and `deviceId` are DLPack's numbers (12:
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

/* What the device is configured with; null where nothing is said. An empty
 * program removes it. */
MLIR_CAPI_EXPORTED MlirStringRef tirDeviceGetProgram(MlirOperation device);
MLIR_CAPI_EXPORTED MlirLogicalResult tirDeviceSetProgram(MlirOperation device,
                                                         MlirStringRef program);

/* The hooks that its driver provides. */
MLIR_CAPI_EXPORTED bool tirDeviceHasHook(MlirOperation device, TirHook hook);
/* An error where it is no hook. Adding one twice does no harm. */
MLIR_CAPI_EXPORTED MlirLogicalResult tirDeviceAddHook(MlirOperation device,
                                                      TirHook hook);

/* `tir.get_device_context`: the context of a device of that kind, as its
 * result. */
MLIR_CAPI_EXPORTED MlirOperation tirGetDeviceContextCreate(
    MlirLocation location, MlirStringRef device, MlirStringRef kind);

/* `tir.pool` of `size` bytes, at most `sizeHint`; -1 says nothing. `alignment`
 * is a power of two. Source: TVM v0.14, include/tvm/ir/memory_pools.h. */
MLIR_CAPI_EXPORTED MlirOperation tirPoolCreate(MlirLocation location,
                                               MlirStringRef name, int64_t size,
                                               int64_t sizeHint,
                                               int64_t alignment);
MLIR_CAPI_EXPORTED bool tirOperationIsAPool(MlirOperation operation);
MLIR_CAPI_EXPORTED MlirStringRef tirPoolGetName(MlirOperation pool);
/* -1 where nothing is said. */
MLIR_CAPI_EXPORTED int64_t tirPoolGetSize(MlirOperation pool);
MLIR_CAPI_EXPORTED int64_t tirPoolGetSizeHint(MlirOperation pool);
/* 0 where it is no pool. */
MLIR_CAPI_EXPORTED int64_t tirPoolGetAlignment(MlirOperation pool);

/* The section that the linker places; null where nothing is said. An empty
 * section removes it. */
MLIR_CAPI_EXPORTED MlirStringRef tirPoolGetSection(MlirOperation pool);
MLIR_CAPI_EXPORTED MlirLogicalResult tirPoolSetSection(MlirOperation pool,
                                                       MlirStringRef section);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_OPS_H */
