/* Programs of growing needs. The linker's map shows how many bytes of the
 * runtime they use.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * CALLS: a function is found by its name, as generated code does it, and
 * called. GLOBALS: and TVMInitializeRuntime. WORKSPACE: and memory from the
 * template's platform. EXECUTOR: a model runs through tvm.aot_executor.create.
 */
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/aot_executor_module.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/metadata_types.h>

#define PACKED(name)                                                           \
  static int name(TVMValue *args, int *codes, int count, TVMValue *value,      \
                  int *code, void *handle)

PACKED(increment) {
  (void)codes, (void)count, (void)handle;
  value->v_int64 = args[0].v_int64 + 1;
  *code = kTVMArgInt;
  return 0;
}

PACKED(run) {
  (void)codes, (void)count, (void)value, (void)code, (void)handle;
  *(int32_t *)((DLTensor *)args[1].v_handle)->data =
      *(int32_t *)((DLTensor *)args[0].v_handle)->data + 1;
  return 0;
}

PACKED(metadata) {
  static const int64_t shape[] = {1};
  static const struct TVMTensorInfo in = {"in", shape, 1, {kDLInt, 32, 1}},
                                    out = {"out", shape, 1, {kDLInt, 32, 1}};
  static const struct TVMMetadata self = {1,    &in, 1,    &out, 1,
                                          NULL, 0,   NULL, 0,    "tvmgen_m"};
  (void)args, (void)codes, (void)count, (void)handle;
  value->v_handle = (void *)(uintptr_t)&self;
  *code = kTVMOpaqueHandle;
  return 0;
}

static const TVMBackendPackedCFunc functions[] = {increment, run, metadata};
static const TVMFuncRegistry registry = {
    "\003\000increment\0tvmgen_m_run\0tvmgen_m_get_c_metadata\0", functions};
static const TVMModule module = {&registry};

const TVMModule *TVMSystemLibEntryPoint(void) { return &module; }

static int calls(void) {
  TVMFunctionHandle function;
  TVMValue argument, value;
  int type_code = kTVMArgInt, code;
  if (TVMBackendGetFuncFromEnv((void *)(uintptr_t)&registry, "increment",
                               &function) != 0)
    return *TVMGetLastError() == '\0' ? 2 : 3;
  argument.v_int64 = 41;
  if (TVMFuncCall(function, &argument, &type_code, 1, &value, &code) != 0 ||
      value.v_int64 != 42)
    return 4;
  return code == kTVMArgInt ? 0 : 5;
}

#ifdef EXECUTOR
static int call(TVMModuleHandle from, const char *name, TVMValue *args,
                int *codes, int count, TVMValue *value) {
  TVMFunctionHandle function;
  int code;
  if (from != NULL ? TVMModGetFunction(from, name, 0, &function)
                   : TVMFuncGetGlobal(name, &function))
    return 1;
  return TVMFuncCall(function, args, codes, count, value, &code);
}

static int execute(void) {
  TVMValue args[3], executor, in, out;
  int codes[3] = {kTVMModuleHandle, kDLDevice, kTVMStr}, index = kTVMArgInt;
  if (TVMAotExecutorModule_Register() != 0 ||
      call(NULL, "runtime.SystemLib", args, codes, 0, &args[0]) != 0)
    return 6;
  args[1].v_device.device_type = kDLCPU;
  args[1].v_device.device_id = 0;
  args[2].v_str = "m";
  if (call(NULL, "tvm.aot_executor.create", args, codes, 3, &executor) != 0)
    return 7;
  args[0].v_int64 = 0;
  if (call(executor.v_handle, "get_input", args, &index, 1, &in) != 0 ||
      call(executor.v_handle, "get_output", args, &index, 1, &out) != 0)
    return 8;
  *(int32_t *)((DLTensor *)in.v_handle)->data = 41;
  if (call(executor.v_handle, "run", args, codes, 0, &args[1]) != 0)
    return 9;
  return *(int32_t *)((DLTensor *)out.v_handle)->data == 42 ? 0 : 10;
}
#endif

int main(void) {
#if defined(WORKSPACE) || defined(EXECUTOR)
  void *block;
  if (TVMPlatformInitialize() != 0)
    return 11;
#endif
#if defined(GLOBALS) || defined(WORKSPACE) || defined(EXECUTOR)
  if (TVMInitializeRuntime() != 0)
    return 12;
#endif
#if defined(WORKSPACE) || defined(EXECUTOR)
  block = TVMBackendAllocWorkspace(kDLCPU, 0, 100, kDLInt, 8);
  if (block == NULL || TVMBackendFreeWorkspace(kDLCPU, 0, block) != 0)
    return 13;
#endif
#ifdef EXECUTOR
  if (execute() != 0)
    return execute();
#endif
  return calls();
}

#if defined(GLOBALS)
/* The time evaluator needs these; WORKSPACE and EXECUTOR have the template's
 * platform. */
tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  (void)num_bytes, (void)dev, (void)out_ptr;
  return kTvmErrorPlatformNoMemory;
}
tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)ptr, (void)dev;
  return kTvmErrorNoError;
}
tvm_crt_error_t TVMPlatformTimerStart(void) {
  return kTvmErrorPlatformTimerBadState;
}
tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  (void)elapsed_time_seconds;
  return kTvmErrorPlatformTimerBadState;
}
#endif
