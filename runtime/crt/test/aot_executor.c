/*===- aot_executor.c - Models by their metadata
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/aot_executor.h>

#include "model.h"
#include "support.h"

static const DLDevice cpu = {kDLCPU, 0};
static TVMModuleHandle module;

static int create(const char *name, TVMAotExecutor **out) {
  *out = NULL;
  return TVMAotExecutor_Create(module, cpu, out, name);
}

/* Creates an executor, which the test releases. */
static TVMAotExecutor *executor(void) {
  TVMAotExecutor *made;
  model_reset();
  EXPECT_EQ(0, TVMModCreateFromCModule(&model_module, &module));
  EXPECT_EQ(0, create("sums", &made));
  return made;
}

TEST(a_model_is_found_with_the_prefix_and_without) {
  TVMAotExecutor *first = executor(), *second;
  EXPECT_EQ(0, create("tvmgen_sums", &second));
  EXPECT_PTR(&model_metadata, first->metadata);
  EXPECT_PTR(&model_metadata, second->metadata);
  EXPECT_EQ(0, TVMAotExecutor_Release(second, cpu));
  /* Its entry point is also found without the prefix. */
  model_metadata.mod_name = "sums";
  EXPECT_EQ(0, TVMAotExecutor_Run(first));
  model_metadata.mod_name = "tvmgen_sums";
  EXPECT_EQ(0, TVMAotExecutor_Run(first));
  EXPECT_EQ(2, model_runs);
  EXPECT_EQ(0, TVMAotExecutor_Release(first, cpu));
  EXPECT_EQ(0, platform_allocations);
}

TEST(inputs_have_indices_names_and_tensors) {
  TVMAotExecutor *made = executor();
  const char *name = NULL;
  const DLTensor *tensor;
  EXPECT_EQ(2, TVMAotExecutor_GetNumInputs(made));
  EXPECT_EQ(1, TVMAotExecutor_GetNumOutputs(made));
  EXPECT_EQ(4, made->num_args);
  EXPECT_EQ(0, TVMAotExecutor_GetInputIndex(made, "x"));
  EXPECT_EQ(1, TVMAotExecutor_GetInputIndex(made, "weird name"));
  EXPECT_EQ(0, TVMAotExecutor_GetInputName(made, 1, &name));
  EXPECT_TEXT("weird name", name);
  tensor = &made->args[1].dl_tensor;
  EXPECT_EQ(2, tensor->ndim);
  EXPECT_EQ(2, tensor->shape[1]);
  EXPECT_EQ(32, tensor->dtype.bits);
  EXPECT_EQ(0, ((int32_t *)tensor->data)[3]);
  EXPECT_EQ(0, TVMAotExecutor_Release(made, cpu));
}

TEST(unknown_inputs_are_errors) {
  TVMAotExecutor *made = executor();
  const char *name = "untouched";
  EXPECT_EQ(-1, TVMAotExecutor_GetInputIndex(made, "output"));
  EXPECT_TEXT("the model has no input output", TVMGetLastError());
  EXPECT_EQ(0x0702, TVMAotExecutor_GetInputName(made, 2, &name));
  EXPECT_TEXT("the model has no input with the index 0x2", TVMGetLastError());
  EXPECT_EQ(0x0702, TVMAotExecutor_GetInputName(made, -1, &name));
  EXPECT_TEXT("untouched", name);
  EXPECT_EQ(0, TVMAotExecutor_Release(made, cpu));
}

TEST(a_run_gets_all_tensors_and_returns_its_code) {
  TVMAotExecutor *made = executor();
  int32_t *x = made->args[0].dl_tensor.data, *y = made->args[1].dl_tensor.data;
  const int32_t *sums = made->args[2].dl_tensor.data;
  int i;
  for (i = 0; i < 4; ++i) {
    x[i] = i;
    y[i] = 10 * i;
  }
  EXPECT_EQ(0, TVMAotExecutor_Run(made));
  for (i = 0; i < 4; ++i)
    EXPECT_EQ(11 * i, sums[i]);
  model_code = 6;
  EXPECT_EQ(6, TVMAotExecutor_Run(made));
  model_metadata.mod_name = "other";
  EXPECT_EQ(0x0100, TVMAotExecutor_Run(made));
  EXPECT_TEXT("the module has no function tvmgen_other_run", TVMGetLastError());
  EXPECT_EQ(0, TVMAotExecutor_Release(made, cpu));
}

TEST(references_do_not_keep_tensors_of_a_released_executor) {
  TVMAotExecutor *made = executor();
  TVMNDArray_IncrementReference(&made->args[0]);
  EXPECT_EQ(0, TVMAotExecutor_Release(made, cpu));
  EXPECT_EQ(0, platform_allocations);
}

TEST(models_that_cannot_be_run_are_errors) {
  static char name[130];
  static const int64_t one[] = {1};
  struct TVMTensorInfo many[9];
  TVMAotExecutor *made = executor();
  int i;
  EXPECT_EQ(0, TVMAotExecutor_Release(made, cpu));
  EXPECT_EQ(0x0100, create("other", &made));
  EXPECT_EQ(-1, create("nothing", &made));
  EXPECT_TEXT("the model nothing has no metadata of version 1",
              TVMGetLastError());
  EXPECT_EQ(9, create("error", &made));
  model_metadata.version = 2;
  EXPECT_EQ(-1, create("sums", &made));
  model_metadata.version = 1;
  /* tvmgen_, 97 bytes, _get_c_metadata and a NUL are 120. */
  memset(name, 'n', 97);
  EXPECT_EQ(0x0100, create(name, &made));
  name[97] = 'n';
  EXPECT_EQ(-1, create(name, &made));
  EXPECT(strstr(TVMGetLastError(), "TVM_CRT_MAX_STRLEN_FUNCTION_NAME") != NULL);
  for (i = 0; i < 9; ++i) {
    many[i] = model_metadata.inputs[0];
    many[i].shape = one;
    many[i].num_shape = 1;
  }
  model_metadata.inputs = many;
  model_metadata.num_inputs = 8;
  EXPECT_EQ(0, create("sums", &made));
  EXPECT_EQ(10, made->num_args);
  EXPECT_EQ(0, TVMAotExecutor_Release(made, cpu));
  model_metadata.num_inputs = 9;
  EXPECT_EQ(-1, create("sums", &made));
  EXPECT_TEXT("the model sums has too many arguments: raise TVM_CRT_MAX_ARGS "
              "in crt_config.h",
              TVMGetLastError());
  EXPECT(made == NULL);
  EXPECT_EQ(0, platform_allocations);
}

/* Their sum may be small, and so may be the lower half of a number. */
TEST(metadata_with_impossible_numbers_are_errors) {
  static const int64_t one[] = {1};
  struct TVMTensorInfo input;
  TVMAotExecutor *made = executor();
  EXPECT_EQ(0, TVMAotExecutor_Release(made, cpu));
  model_metadata.num_inputs = model_metadata.num_outputs = INT64_MAX;
  model_metadata.num_workspace_pools = 2;
  EXPECT_EQ(-1, create("sums", &made));
  model_metadata.num_inputs = 10;
  model_metadata.num_outputs = -1;
  model_metadata.num_workspace_pools = 1;
  EXPECT_EQ(-1, create("sums", &made));
  model_reset();
  input = model_metadata.inputs[0];
  input.shape = one;
  model_metadata.inputs = &input;
  model_metadata.num_inputs = 1;
  input.num_shape = (INT64_C(1) << 32) + 1;
  EXPECT_EQ(-1, create("sums", &made));
  EXPECT_TEXT("no tensor has as many dimensions as x", TVMGetLastError());
  input.num_shape = -1;
  EXPECT_EQ(-1, create("sums", &made));
  EXPECT(made == NULL);
  EXPECT_EQ(0, platform_allocations);
}

TEST(no_memory_leaves_nothing_allocated) {
  TVMAotExecutor *made = executor();
  int ends = 0, status;
  EXPECT_EQ(0, TVMAotExecutor_Release(made, cpu));
  for (;; ++ends) {
    platform_memory_ends_after = ends;
    status = create("sums", &made);
    if (status == 0)
      break;
    EXPECT(made == NULL);
    EXPECT_EQ(0, platform_allocations);
  }
  /* The executor, its arguments, and the shape and data of each of the four. */
  EXPECT_EQ(10, ends);
  EXPECT_EQ(0, TVMAotExecutor_Release(made, cpu));
}

SUITE(aot_executor, CASE(a_model_is_found_with_the_prefix_and_without),
      CASE(inputs_have_indices_names_and_tensors),
      CASE(unknown_inputs_are_errors),
      CASE(a_run_gets_all_tensors_and_returns_its_code),
      CASE(references_do_not_keep_tensors_of_a_released_executor),
      CASE(models_that_cannot_be_run_are_errors),
      CASE(metadata_with_impossible_numbers_are_errors),
      CASE(no_memory_leaves_nothing_allocated));
