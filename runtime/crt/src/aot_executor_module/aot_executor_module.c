/*===- aot_executor_module.c - The executor as a module
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/aot_executor_module.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>

#include "../common/internal.h"

/* Each module has its own registry, whose address is passed to its functions as
 * their resource handle. The executor follows the registry. */
typedef struct {
  TVMFuncRegistry registry;
  TVMAotExecutor *executor;
} ExecutorModule;

#define PACKED(name)                                                           \
  static int name(TVMValue *args, int *type_codes, int num_args,               \
                  TVMValue *ret_value, int *ret_type_code,                     \
                  void *resource_handle)

static TVMAotExecutor *executor_of(void *resource_handle) {
  return ((ExecutorModule *)resource_handle)->executor;
}

static void return_integer(TVMValue *ret_value, int *ret_type_code,
                           int64_t value) {
  ret_value->v_int64 = value;
  *ret_type_code = kTVMArgInt;
}

/* Returns the tensor `index` of the `count` tensors from args[first] on. */
static int return_tensor(TVMAotExecutor *executor, int64_t first, int64_t count,
                         int64_t index, TVMValue *ret_value,
                         int *ret_type_code) {
  TVMNDArray *array;
  if (index < 0 || index >= count)
    return kTvmErrorFunctionCallInvalidArg;
  array = &executor->args[first + index];
  TVMNDArray_IncrementReference(array);
  ret_value->v_handle = &array->dl_tensor;
  *ret_type_code = kTVMNDArrayHandle;
  return 0;
}

PACKED(get_input) {
  TVMAotExecutor *executor = executor_of(resource_handle);
  int64_t index;
  if (num_args != 1)
    return kTvmErrorFunctionCallNumArguments;
  if (type_codes[0] == kTVMArgInt)
    index = args[0].v_int64;
  else if (type_codes[0] == kTVMStr)
    index = TVMAotExecutor_GetInputIndex(executor, args[0].v_str);
  else
    return kTvmErrorFunctionCallWrongArgType;
  if (type_codes[0] == kTVMStr && index < 0)
    return kTvmErrorExecutorModuleNoSuchInput;
  return return_tensor(executor, 0, TVMAotExecutor_GetNumInputs(executor),
                       index, ret_value, ret_type_code);
}

PACKED(get_input_index) {
  int index;
  if (num_args != 1)
    return kTvmErrorFunctionCallNumArguments;
  if (type_codes[0] != kTVMStr)
    return kTvmErrorFunctionCallWrongArgType;
  index =
      TVMAotExecutor_GetInputIndex(executor_of(resource_handle), args[0].v_str);
  if (index < 0)
    return kTvmErrorExecutorModuleNoSuchInput;
  return_integer(ret_value, ret_type_code, index);
  return 0;
}

PACKED(get_input_name) {
  const char *name;
  int status;
  if (num_args != 1)
    return kTvmErrorFunctionCallNumArguments;
  if (type_codes[0] != kTVMArgInt)
    return kTvmErrorFunctionCallWrongArgType;
  if (args[0].v_int64 < 0 || args[0].v_int64 > INT32_MAX)
    return kTvmErrorExecutorModuleNoSuchInput;
  status = TVMAotExecutor_GetInputName(executor_of(resource_handle),
                                       (int)args[0].v_int64, &name);
  if (status != 0)
    return status;
  ret_value->v_str = name;
  *ret_type_code = kTVMStr;
  return 0;
}

PACKED(get_output) {
  TVMAotExecutor *executor = executor_of(resource_handle);
  if (num_args != 1)
    return kTvmErrorFunctionCallNumArguments;
  if (type_codes[0] != kTVMArgInt)
    return kTvmErrorFunctionCallWrongArgType;
  return return_tensor(executor, TVMAotExecutor_GetNumInputs(executor),
                       TVMAotExecutor_GetNumOutputs(executor), args[0].v_int64,
                       ret_value, ret_type_code);
}

PACKED(get_num_inputs) {
  (void)args, (void)type_codes;
  if (num_args != 0)
    return kTvmErrorFunctionCallNumArguments;
  return_integer(ret_value, ret_type_code,
                 TVMAotExecutor_GetNumInputs(executor_of(resource_handle)));
  return 0;
}

PACKED(get_num_outputs) {
  (void)args, (void)type_codes;
  if (num_args != 0)
    return kTvmErrorFunctionCallNumArguments;
  return_integer(ret_value, ret_type_code,
                 TVMAotExecutor_GetNumOutputs(executor_of(resource_handle)));
  return 0;
}

PACKED(run) {
  (void)args, (void)type_codes, (void)ret_value, (void)ret_type_code;
  if (num_args != 0)
    return kTvmErrorFunctionCallNumArguments;
  return TVMAotExecutor_Run(executor_of(resource_handle));
}

PACKED(not_implemented) {
  (void)args, (void)type_codes, (void)num_args, (void)ret_value;
  (void)ret_type_code, (void)resource_handle;
  return kTvmErrorFunctionCallNotImplemented;
}

/* The names follow the count, whose bytes are in the target's order. */
#define NAMES                                                                  \
  "get_input\0get_input_index\0get_input_info\0get_num_inputs\0"               \
  "get_num_outputs\0get_output\0load_params\0run\0set_input\0share_params\0"   \
  "get_input_name\0"

static const TVMBackendPackedCFunc functions[] = {
    get_input,       get_input_index, not_implemented, get_num_inputs,
    get_num_outputs, get_output,      not_implemented, run,
    not_implemented, not_implemented, get_input_name};

static const struct {
  uint16_t count;
  char names[sizeof(NAMES)];
} names = {sizeof(functions) / sizeof(*functions), NAMES};

/* (module, device, model's name) -> module. */
PACKED(create) {
  DLDevice device;
  ExecutorModule *self;
  TVMModule module;
  TVMModuleHandle handle;
  void *memory;
  int status;
  (void)resource_handle;
  if (num_args != 3)
    return kTvmErrorFunctionCallNumArguments;
  if (type_codes[0] != kTVMModuleHandle || type_codes[1] != kDLDevice ||
      type_codes[2] != kTVMStr)
    return kTvmErrorFunctionCallWrongArgType;
  device = args[1].v_device;
  if (device.device_type != kDLCPU)
    return kTvmErrorExecutorModuleBadContext;
  status = TVMPlatformMemoryAllocate(sizeof(*self), device, &memory);
  if (status != 0)
    return tir_crt_fail("no memory for an executor's module", NULL, NULL);
  self = memory;
  self->registry.names = (const char *)&names;
  self->registry.funcs = functions;
  status = TVMAotExecutor_Create(args[0].v_handle, device, &self->executor,
                                 args[2].v_str);
  if (status == 0) {
    module.registry = &self->registry;
    status = TVMModCreateFromCModule(&module, &handle);
    if (status != 0)
      (void)TVMAotExecutor_Release(self->executor, device);
  }
  if (status != 0) {
    (void)TVMPlatformMemoryFree(self, device);
    return status;
  }
  ret_value->v_handle = handle;
  *ret_type_code = kTVMModuleHandle;
  return 0;
}

tvm_crt_error_t TVMAotExecutorModule_Register(void) {
  return (tvm_crt_error_t)tir_crt_register_global("tvm.aot_executor.create",
                                                  create, 0);
}

int TVMAotExecutorModule_Release(TVMModuleHandle module) {
  tvm_module_index_t index;
  ExecutorModule *self;
  DLDevice device;
  int status;
  if (tir_crt_module_index(module, &index) != 0)
    return -1;
  if (tir_crt_modules[index]->funcs != functions)
    return tir_crt_fail("TVMAotExecutorModule_Release: the module is not an "
                        "executor's",
                        NULL, NULL);
  self = (ExecutorModule *)(uintptr_t)tir_crt_modules[index];
  device = self->executor->device;
  status = TVMAotExecutor_Release(self->executor, device);
  if (status != 0)
    return status;
  tir_crt_modules[index] = NULL;
  return TVMPlatformMemoryFree(self, device);
}
