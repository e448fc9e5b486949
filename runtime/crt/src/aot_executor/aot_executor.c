/*===- aot_executor.c - Running a model by its metadata
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/platform.h>

#include "../common/internal.h"

static const char prefix[] = "tvmgen_";

/* Looks up the function <prefix><model><suffix>. The model's name may already
 * have the prefix. */
static int find(TVMModuleHandle module, const char *model, const char *suffix,
                TVMFunctionHandle *out) {
  char name[TVM_CRT_MAX_STRLEN_FUNCTION_NAME];
  const char *parts[3];
  size_t length = 0, i;
  parts[0] = strncmp(model, prefix, sizeof(prefix) - 1) == 0 ? "" : prefix;
  parts[1] = model;
  parts[2] = suffix;
  for (i = 0; i < 3; ++i) {
    size_t bytes = strlen(parts[i]);
    if (bytes >= sizeof(name) - length)
      return tir_crt_fail("no room for the name of the model ", model,
                          ": raise TVM_CRT_MAX_STRLEN_FUNCTION_NAME in "
                          "crt_config.h");
    memcpy(name + length, parts[i], bytes);
    length += bytes;
  }
  name[length] = '\0';
  return TVMModGetFunction(module, name, 0, out);
}

static int get_metadata(TVMModuleHandle module, const char *model,
                        const TVMMetadata **out) {
  TVMFunctionHandle function = NULL;
  TVMValue unused, value;
  int no_code = kTVMNullptr, code = kTVMNullptr;
  *out = NULL;
  unused.v_handle = NULL;
  value.v_handle = NULL;
  int status = find(module, model, "_get_c_metadata", &function);
  if (status == 0)
    status = TVMFuncCall(function, &unused, &no_code, 0, &value, &code);
  if (status != 0)
    return status;
  if (code == kTVMOpaqueHandle)
    *out = value.v_handle;
  if (*out == NULL || (*out)->version != 1)
    return tir_crt_fail("the model ", model, " has no metadata of version 1");
  return 0;
}

/* Returns the number of arguments of the entry point, or -1 if there are more
 * than allowed. */
static int64_t count_args(const TVMMetadata *metadata) {
  int64_t counts[3], sum = 0;
  size_t i;
  counts[0] = metadata->num_inputs;
  counts[1] = metadata->num_outputs;
  counts[2] = metadata->num_workspace_pools;
  for (i = 0; i < 3; ++i) {
    if (counts[i] < 0 || counts[i] > TVM_CRT_MAX_ARGS - sum)
      return -1;
    sum += counts[i];
  }
  return sum;
}

/* Allocates the tensors that `infos` describe, from args[num_args] on. */
static int allocate(TVMAotExecutor *executor, const struct TVMTensorInfo *infos,
                    int64_t count) {
  int64_t i;
  for (i = 0; i < count; ++i) {
    TVMNDArray *array = &executor->args[executor->num_args];
    int status;
    if (infos[i].num_shape < 0 || infos[i].num_shape > INT32_MAX)
      return tir_crt_fail("no tensor has as many dimensions as ", infos[i].name,
                          NULL);
    status = TVMNDArray_Empty((int32_t)infos[i].num_shape, infos[i].shape,
                              infos[i].dtype, executor->device, array);
    if (status != 0)
      return status;
    TVMNDArray_IncrementReference(array);
    ++executor->num_args;
  }
  return 0;
}

int TVMAotExecutor_Create(TVMModuleHandle module_handle, const DLDevice device,
                          TVMAotExecutor **executor, const char *module_name) {
  const TVMMetadata *metadata = NULL;
  TVMAotExecutor *self;
  int64_t num_args;
  void *memory = NULL;
  int status = get_metadata(module_handle, module_name, &metadata);
  if (status != 0)
    return status;
  num_args = count_args(metadata);
  if (num_args < 0)
    return tir_crt_fail("the model ", module_name,
                        " has too many arguments: raise TVM_CRT_MAX_ARGS in "
                        "crt_config.h");
  status = TVMPlatformMemoryAllocate(sizeof(*self), device, &memory);
  if (status != 0)
    return tir_crt_fail("no memory for an executor", NULL, NULL);
  self = memory;
  memset(self, 0, sizeof(*self));
  self->metadata = metadata;
  self->module_handle = module_handle;
  self->device = device;
  status = TVMPlatformMemoryAllocate(
      (size_t)(num_args + 1) * sizeof(*self->args), device, &memory);
  if (status != 0) {
    (void)TVMPlatformMemoryFree(self, device);
    return tir_crt_fail("no memory for an executor", NULL, NULL);
  }
  self->args = memory;
  status = allocate(self, metadata->inputs, metadata->num_inputs);
  if (status == 0)
    status = allocate(self, metadata->outputs, metadata->num_outputs);
  if (status == 0)
    status = allocate(self, metadata->workspace_pools,
                      metadata->num_workspace_pools);
  if (status != 0) {
    (void)TVMAotExecutor_Release(self, device);
    return status;
  }
  *executor = self;
  return 0;
}

int TVMAotExecutor_Release(TVMAotExecutor *executor, const DLDevice device) {
  int status;
  for (; executor->num_args > 0; --executor->num_args) {
    TVMNDArray *array = &executor->args[executor->num_args - 1];
    /* References from outside become invalid with the array that they point to.
     */
    array->reference_count = 0;
    status = TVMNDArray_Release(array);
    if (status != 0)
      return status;
  }
  if (executor->args != NULL) {
    status = TVMPlatformMemoryFree(executor->args, device);
    if (status != 0)
      return status;
    executor->args = NULL;
  }
  return TVMPlatformMemoryFree(executor, device);
}

int TVMAotExecutor_GetNumInputs(TVMAotExecutor *executor) {
  return (int)executor->metadata->num_inputs;
}

int TVMAotExecutor_GetNumOutputs(TVMAotExecutor *executor) {
  return (int)executor->metadata->num_outputs;
}

int TVMAotExecutor_GetInputIndex(TVMAotExecutor *executor, const char *name) {
  int i;
  for (i = 0; i < executor->metadata->num_inputs; ++i)
    if (strcmp(executor->metadata->inputs[i].name, name) == 0)
      return i;
  return tir_crt_fail("the model has no input ", name, NULL);
}

int TVMAotExecutor_GetInputName(TVMAotExecutor *executor, int index,
                                const char **name) {
  if (index < 0 || index >= executor->metadata->num_inputs) {
    (void)tir_crt_fail_number("the model has no input with the index ",
                              (unsigned)index);
    return kTvmErrorExecutorModuleNoSuchInput;
  }
  *name = executor->metadata->inputs[index].name;
  return 0;
}

int TVMAotExecutor_Run(TVMAotExecutor *executor) {
  TVMFunctionHandle function = NULL;
  TVMValue values[TVM_CRT_MAX_ARGS], value;
  int codes[TVM_CRT_MAX_ARGS], code = kTVMNullptr, i;
  int status = find(executor->module_handle, executor->metadata->mod_name,
                    "_run", &function);
  if (status != 0)
    return status;
  value.v_handle = NULL;
  for (i = 0; i < executor->num_args; ++i) {
    values[i].v_handle = &executor->args[i].dl_tensor;
    codes[i] = kTVMDLTensorHandle;
  }
  return TVMFuncCall(function, values, codes, i, &value, &code);
}
