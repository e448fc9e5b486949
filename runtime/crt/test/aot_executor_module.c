/*===- aot_executor_module.c - The executor as a module
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/aot_executor_module.h>

#include "model.h"
#include "support.h"

static TVMValue value;
static int code;

/* Calls tvm.aot_executor.create. */
static int create(TVMModuleHandle module, DLDeviceType device_type,
                  const char *name) {
  TVMFunctionHandle function;
  TVMValue args[3];
  int codes[3] = {kTVMModuleHandle, kDLDevice, kTVMStr};
  EXPECT_EQ(0, TVMFuncGetGlobal("tvm.aot_executor.create", &function));
  args[0].v_handle = module;
  args[1].v_device.device_type = device_type;
  args[1].v_device.device_id = 0;
  args[2].v_str = name;
  return TVMFuncCall(function, args, codes, 3, &value, &code);
}

/* Calls a function of an executor with one argument, or with none for
 * kTVMNullptr. */
static int call(TVMModuleHandle executor, const char *name, int argument_code,
                int64_t number, const char *text) {
  TVMFunctionHandle function;
  TVMValue argument;
  EXPECT_EQ(0, TVMModGetFunction(executor, name, 0, &function));
  argument.v_int64 = number;
  if (argument_code == kTVMStr)
    argument.v_str = text;
  return TVMFuncCall(function, &argument, &argument_code,
                     argument_code == kTVMNullptr ? 0 : 1, &value, &code);
}

static TVMModuleHandle executor(void) {
  TVMModuleHandle module;
  model_reset();
  EXPECT_EQ(0, TVMAotExecutorModule_Register());
  EXPECT_EQ(0, TVMModCreateFromCModule(&model_module, &module));
  EXPECT_EQ(0, create(module, kDLCPU, "sums"));
  EXPECT_EQ(kTVMModuleHandle, code);
  return value.v_handle;
}

TEST(it_is_registered_once) {
  EXPECT_EQ(0, TVMAotExecutorModule_Register());
  EXPECT_EQ(0x0103, TVMAotExecutorModule_Register());
}

TEST(a_model_runs_through_functions) {
  TVMModuleHandle made = executor();
  int32_t *x, *y, i;
  const int32_t *sums;
  EXPECT_EQ(0, call(made, "get_num_inputs", kTVMNullptr, 0, NULL));
  EXPECT_EQ(2, value.v_int64);
  EXPECT_EQ(kTVMArgInt, code);
  EXPECT_EQ(0, call(made, "get_num_outputs", kTVMNullptr, 0, NULL));
  EXPECT_EQ(1, value.v_int64);
  EXPECT_EQ(0, call(made, "get_input_index", kTVMStr, 0, "x"));
  EXPECT_EQ(0, value.v_int64);
  EXPECT_EQ(0, call(made, "get_input_index", kTVMStr, 0, "weird name"));
  EXPECT_EQ(1, value.v_int64);
  EXPECT_EQ(0, call(made, "get_input_name", kTVMArgInt, 0, NULL));
  EXPECT_EQ(kTVMStr, code);
  EXPECT_TEXT("x", value.v_str);
  EXPECT_EQ(0, call(made, "get_input", kTVMArgInt, 0, NULL));
  EXPECT_EQ(kTVMNDArrayHandle, code);
  x = ((DLTensor *)value.v_handle)->data;
  EXPECT_EQ(0, call(made, "get_input", kTVMStr, 0, "weird name"));
  y = ((DLTensor *)value.v_handle)->data;
  for (i = 0; i < 4; ++i) {
    x[i] = i;
    y[i] = 100;
  }
  EXPECT_EQ(0, call(made, "run", kTVMNullptr, 0, NULL));
  EXPECT_EQ(0, call(made, "get_output", kTVMArgInt, 0, NULL));
  sums = ((DLTensor *)value.v_handle)->data;
  for (i = 0; i < 4; ++i)
    EXPECT_EQ(100 + i, sums[i]);
  /* Return a handle as TVM's callers do. */
  EXPECT_EQ(0, TVMArrayFree(value.v_handle));
  EXPECT_EQ(103, sums[3]);
  EXPECT_EQ(0, TVMAotExecutorModule_Release(made));
  EXPECT_EQ(0, platform_allocations);
  EXPECT_EQ(-1, TVMAotExecutorModule_Release(made));
}

TEST(wrong_arguments_have_codes) {
  static const char *const counts[] = {"get_num_inputs", "get_num_outputs",
                                       "run"};
  TVMModuleHandle made = executor();
  size_t i;
  for (i = 0; i < 3; ++i)
    EXPECT_EQ(0x0800, call(made, counts[i], kTVMArgInt, 0, NULL));
  EXPECT_EQ(0x0800, call(made, "get_input", kTVMNullptr, 0, NULL));
  EXPECT_EQ(0x0800, call(made, "get_input_index", kTVMNullptr, 0, NULL));
  EXPECT_EQ(0x0800, call(made, "get_input_name", kTVMNullptr, 0, NULL));
  EXPECT_EQ(0x0800, call(made, "get_output", kTVMNullptr, 0, NULL));
  EXPECT_EQ(0x0801, call(made, "get_input", kTVMArgFloat, 0, NULL));
  EXPECT_EQ(0x0801, call(made, "get_input_index", kTVMArgInt, 0, NULL));
  EXPECT_EQ(0x0801, call(made, "get_input_name", kTVMStr, 0, "x"));
  EXPECT_EQ(0x0801, call(made, "get_output", kTVMStr, 0, "output"));
  EXPECT_EQ(0x0803, call(made, "get_input", kTVMArgInt, 2, NULL));
  EXPECT_EQ(0x0803, call(made, "get_input", kTVMArgInt, -1, NULL));
  EXPECT_EQ(0x0803, call(made, "get_output", kTVMArgInt, 1, NULL));
  EXPECT_EQ(0x0702, call(made, "get_input", kTVMStr, 0, "z"));
  EXPECT_EQ(0x0702, call(made, "get_input_index", kTVMStr, 0, "z"));
  EXPECT_EQ(0x0702, call(made, "get_input_name", kTVMArgInt, 2, NULL));
  EXPECT_EQ(0x0702, call(made, "get_input_name", kTVMArgInt, INT64_MAX, NULL));
  EXPECT_EQ(0x0702,
            call(made, "get_input_name", kTVMArgInt, INT64_C(1) << 32, NULL));
  EXPECT_EQ(kTVMNullptr, code);
  EXPECT_EQ(0, TVMAotExecutorModule_Release(made));
}

TEST(what_tvm_leaves_out_is_left_out) {
  static const char *const names[] = {"get_input_info", "load_params",
                                      "set_input", "share_params"};
  TVMModuleHandle made = executor();
  size_t i;
  for (i = 0; i < 4; ++i)
    EXPECT_EQ(0x0802, call(made, names[i], kTVMNullptr, 0, NULL));
  EXPECT_EQ(0, TVMAotExecutorModule_Release(made));
}

TEST(creation_fails_with_codes) {
  TVMModuleHandle made = executor(), model = (TVMModuleHandle)0x8000;
  TVMFunctionHandle function;
  /* The table is full. */
  EXPECT_EQ(-1, create(model, kDLCPU, "sums"));
  EXPECT_EQ(kTVMNullptr, code);
  EXPECT_EQ(0, TVMAotExecutorModule_Release(made));
  EXPECT_EQ(0x0701, create(model, kDLCUDA, "sums"));
  EXPECT_EQ(0x0100, create(model, kDLCPU, "other"));
  EXPECT_EQ(-1, create(NULL, kDLCPU, "sums"));
  EXPECT_EQ(0, TVMFuncGetGlobal("tvm.aot_executor.create", &function));
  EXPECT_EQ(0x0800, TVMFuncCall(function, &value, &code, 2, &value, &code));
  {
    TVMValue args[3];
    int codes[3] = {kTVMModuleHandle, kTVMArgInt, kTVMStr};
    memset(args, 0, sizeof(args));
    EXPECT_EQ(0x0801, TVMFuncCall(function, args, codes, 3, &value, &code));
  }
  platform_memory_ends_after = 0;
  EXPECT_EQ(-1, create(model, kDLCPU, "sums"));
  EXPECT_EQ(0, platform_allocations);
  /* Only an executor's module is released. */
  EXPECT_EQ(-1, TVMAotExecutorModule_Release(model));
  EXPECT_TEXT("TVMAotExecutorModule_Release: the module is not an executor's",
              TVMGetLastError());
}

/* TVM supports one executor at a time, and never frees it. */
TEST(executors_come_and_go) {
  TVMModuleHandle first = executor(), model = (TVMModuleHandle)0x8000, second;
  EXPECT_EQ(0, TVMAotExecutorModule_Release(first));
  EXPECT_EQ(0, create(model, kDLCPU, "sums"));
  second = value.v_handle;
  EXPECT_PTR(first, second);
  EXPECT_EQ(0, call(second, "run", kTVMNullptr, 0, NULL));
  EXPECT_EQ(0, TVMAotExecutorModule_Release(second));
  EXPECT_EQ(0, platform_allocations);
}

SUITE(aot_executor_module, CASE(it_is_registered_once),
      CASE(a_model_runs_through_functions), CASE(wrong_arguments_have_codes),
      CASE(what_tvm_leaves_out_is_left_out), CASE(creation_fails_with_codes),
      CASE(executors_come_and_go));
