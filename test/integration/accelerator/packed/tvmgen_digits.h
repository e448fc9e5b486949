/* The C interface for a model with the packed one, so that the example's main.c
 * runs with both. */
#ifndef TVMGEN_DIGITS_PACKED_H
#define TVMGEN_DIGITS_PACKED_H

#include <stddef.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/c_runtime_api.h>

#define TVMGEN_DIGITS_A_SIZE 64
#define TVMGEN_DIGITS_IDENTITY_SIZE 10

struct tvmgen_digits_inputs {
  void *a;
};
struct tvmgen_digits_outputs {
  void *Identity;
};
struct tvmgen_digits_devices {
  void *npu0, *npu1;
};

int32_t tvmgen_digits_run(TVMValue *args, int *type_codes, int num_args,
                          TVMValue *out_ret_value, int *out_ret_tcode,
                          void *resource_handle);
int32_t tvmgen_digits_init(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *out_ret_value, int *out_ret_tcode,
                           void *resource_handle);

/* The resource handle that the C runtime passes is not a context. */
static int registry_of_runtime;

static int32_t run_packed(struct tvmgen_digits_inputs *inputs,
                          struct tvmgen_digits_outputs *outputs,
                          struct tvmgen_digits_devices *devices) {
  static int64_t image_shape[4] = {1, 8, 8, 1}, score_shape[2] = {1, 10};
  DLTensor image = {inputs->a,   {kDLCPU, 0}, 4, {kDLInt, 8, 1},
                    image_shape, NULL,        0};
  DLTensor scores = {outputs->Identity, {kDLCPU, 0}, 2, {kDLInt, 8, 1},
                     score_shape,       NULL,        0};
  TVMValue args[4], value;
  int codes[4] = {kTVMDLTensorHandle, kTVMDLTensorHandle, kTVMOpaqueHandle,
                  kTVMOpaqueHandle};
  int code;
  args[0].v_handle = &image;
  args[1].v_handle = &scores;
  args[2].v_handle = devices->npu0;
  args[3].v_handle = devices->npu1;
  return tvmgen_digits_run(args, codes, 4, &value, &code, &registry_of_runtime);
}

static int32_t init_packed(struct tvmgen_digits_devices *devices) {
  TVMValue args[2], value;
  int codes[2] = {kTVMOpaqueHandle, kTVMOpaqueHandle};
  int code;
  args[0].v_handle = devices->npu0;
  args[1].v_handle = devices->npu1;
  return tvmgen_digits_init(args, codes, 2, &value, &code,
                            &registry_of_runtime);
}

#define tvmgen_digits_run run_packed
#define tvmgen_digits_init init_packed

#endif
