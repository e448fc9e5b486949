/*===- model.c - A model as generated code would define it
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "model.h"

#include "support.h"

struct TVMMetadata model_metadata;
int model_code, model_runs;

static const int64_t shape[] = {2, 2}, pool_shape[] = {64};
static const struct TVMTensorInfo inputs[] = {
    {"x", shape, 2, {kDLInt, 32, 1}},
    {"weird name", shape, 2, {kDLInt, 32, 1}}};
static const struct TVMTensorInfo outputs[] = {
    {"output", shape, 2, {kDLInt, 32, 1}}};
static const struct TVMTensorInfo pools[] = {
    {"global_workspace", pool_shape, 1, {kDLUInt, 8, 1}}};

void model_reset(void) {
  static const struct TVMMetadata metadata = {
      1, inputs, 2, outputs, 1, pools, 1, NULL, 0, "tvmgen_sums"};
  model_metadata = metadata;
  model_code = model_runs = 0;
}

PACKED(run) {
  const int32_t *data[2];
  int32_t *sums;
  int i;
  (void)resource_handle, (void)ret_value, (void)ret_type_code;
  ++model_runs;
  EXPECT_EQ(4, num_args);
  for (i = 0; i < num_args; ++i)
    EXPECT_EQ(kTVMDLTensorHandle, type_codes[i]);
  data[0] = ((DLTensor *)args[0].v_handle)->data;
  data[1] = ((DLTensor *)args[1].v_handle)->data;
  sums = ((DLTensor *)args[2].v_handle)->data;
  EXPECT_EQ(64, ((DLTensor *)args[3].v_handle)->shape[0]);
  for (i = 0; i < 4; ++i)
    sums[i] = data[0][i] + data[1][i];
  return model_code;
}

PACKED(get_metadata) {
  (void)args, (void)type_codes, (void)num_args, (void)resource_handle;
  ret_value->v_handle = &model_metadata;
  *ret_type_code = kTVMOpaqueHandle;
  return 0;
}

PACKED(get_nothing) { return UNUSED_ARGS, 0; }
PACKED(get_error) { return UNUSED_ARGS, 9; }

static const TVMBackendPackedCFunc functions[] = {run, get_metadata,
                                                  get_nothing, get_error};
static const TVMFuncRegistry registry = {
    NAMES("\4", "tvmgen_sums_run\0tvmgen_sums_get_c_metadata\0"
                "tvmgen_nothing_get_c_metadata\0"
                "tvmgen_error_get_c_metadata\0"),
    functions};
const TVMModule model_module = {&registry};
