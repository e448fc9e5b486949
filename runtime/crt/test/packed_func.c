/*===- packed_func.c - Function calls with their arguments
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/packed_func.h>

#include "support.h"

PACKED(sum) {
  int i;
  (void)resource_handle;
  ret_value->v_int64 = 0;
  for (i = 0; i < num_args; ++i)
    ret_value->v_int64 += type_codes[i] == kTVMArgInt ? args[i].v_int64 : 1000;
  *ret_type_code = kTVMArgInt;
  return num_args == 0 ? 3 : 0;
}

static const TVMBackendPackedCFunc functions[] = {sum};
static const TVMFuncRegistry registry = {NAMES("\1", "sum\0"), functions};
static const TVMModule module = {&registry};

static TVMArgs arguments(int64_t first, int64_t second, uint32_t count) {
  TVMValue values[2];
  uint32_t codes[2] = {kTVMArgInt, kTVMArgInt};
  values[0].v_int64 = first;
  values[1].v_int64 = second;
  return TVMArgs_Create(values, codes, count);
}

TEST(the_layout_is_tvms) {
  EXPECT_EQ(8 * TVM_CRT_MAX_ARGS, offsetof(TVMArgs, tcodes));
  EXPECT_EQ(12 * TVM_CRT_MAX_ARGS, offsetof(TVMArgs, values_count));
  EXPECT_EQ(0, offsetof(TVMPackedFunc, name));
  EXPECT_EQ(200, offsetof(TVMPackedFunc, fexec));
}

TEST(a_modules_function_is_called) {
  TVMModuleHandle handle;
  TVMPackedFunc function;
  TVMArgs args = arguments(40, 2, 2);
  EXPECT_EQ(0, TVMModCreateFromCModule(&module, &handle));
  EXPECT_EQ(0, TVMPackedFunc_InitModuleFunc(&function, handle, "sum", &args));
  EXPECT_TEXT("sum", function.name);
  EXPECT_EQ(0, function.Call(&function));
  EXPECT_EQ(1, function.ret_value.values_count);
  EXPECT_EQ(42, function.ret_value.values[0].v_int64);
  EXPECT_EQ(kTVMArgInt, function.ret_value.tcodes[0]);
  args = arguments(7, 0, 1);
  function.SetArgs(&function, &args);
  EXPECT_EQ(0, TVMPackedFunc_Call(&function));
  EXPECT_EQ(7, function.ret_value.values[0].v_int64);
  args = arguments(0, 0, 0);
  TVMPackedFunc_SetArgs(&function, &args);
  EXPECT_EQ(3, TVMPackedFunc_Call(&function));
  EXPECT_EQ(256, TVMPackedFunc_InitModuleFunc(&function, handle, "no", &args));
  EXPECT_EQ(-1, TVMPackedFunc_InitModuleFunc(&function, NULL, "sum", &args));
}

TEST(a_global_function_is_called) {
  union {
    TVMBackendPackedCFunc function;
    TVMFunctionHandle handle;
  } raw;
  static char name[250];
  TVMPackedFunc function;
  TVMArgs args = arguments(40, 2, 2);
  raw.function = sum;
  memset(name, 'n', sizeof(name) - 1);
  EXPECT_EQ(256, TVMPackedFunc_InitGlobalFunc(&function, "sum", &args));
  EXPECT_TEXT("there is no global function sum", TVMGetLastError());
  EXPECT_EQ(0, TVMFuncRegisterGlobal("sum", raw.handle, 0));
  EXPECT_EQ(0, TVMPackedFunc_InitGlobalFunc(&function, "sum", &args));
  EXPECT_EQ(0, TVMPackedFunc_Call(&function));
  EXPECT_EQ(42, function.ret_value.values[0].v_int64);
  EXPECT_EQ(0x0102, TVMFuncRegisterGlobal(name, raw.handle, 0));
}

/* The name is truncated to the available room. */
TEST(long_names_are_cut) {
  static char names[2 + 250 + 1];
  static const size_t lengths[] = {198, 199, 200, 201, 249};
  TVMFuncRegistry long_names;
  TVMModule long_module;
  TVMModuleHandle handle;
  TVMPackedFunc function;
  TVMArgs args = arguments(1, 0, 1);
  size_t i;
  long_names.names = names;
  long_names.funcs = functions;
  long_module.registry = &long_names;
  EXPECT_EQ(0, TVMFuncRegistry_SetNumFuncs(&long_names, 1));
  EXPECT_EQ(0, TVMModCreateFromCModule(&long_module, &handle));
  for (i = 0; i < sizeof(lengths) / sizeof(*lengths); ++i) {
    memset(names + 2, 'n', lengths[i]);
    EXPECT_EQ(
        0, TVMPackedFunc_InitModuleFunc(&function, handle, names + 2, &args));
    EXPECT_EQ(lengths[i] < 199 ? lengths[i] : 199, strlen(function.name));
    EXPECT_EQ(0, TVMPackedFunc_Call(&function));
  }
}

TEST(modules_are_arguments) {
  TVMArgs args = arguments(0, 0, 2);
  args.values[1].v_handle = &args;
  args.tcodes[1] = kTVMModuleHandle;
  EXPECT_PTR(&args, TVMArgs_AsModuleHandle(&args, 1));
}

TEST(types_are_read_from_text) {
  static const struct {
    const char *text;
    uint8_t code, bits;
    uint16_t lanes;
  } rows[] = {{"int8", kDLInt, 8, 1},
              {"int", kDLInt, 32, 1},
              {"uint16x4", kDLUInt, 16, 4},
              {"float32", kDLFloat, 32, 1},
              {"float64x65535", kDLFloat, 64, 65535},
              {"bfloat16", kDLBfloat, 16, 1},
              {"handle", kDLOpaqueHandle, 64, 1},
              {"bool", kDLUInt, 1, 1},
              {"uint10", kDLUInt, 10, 1},
              {"int255", kDLInt, 255, 1},
              {"boolx8", kDLUInt, 1, 8},
              {"", kDLOpaqueHandle, 0, 0},
              {"int8x", kDLOpaqueHandle, 0, 0},
              {"int8 ", kDLOpaqueHandle, 0, 0},
              {"int256", kDLOpaqueHandle, 0, 0},
              {"int99999999999", kDLOpaqueHandle, 0, 0},
              {"int8x65536", kDLOpaqueHandle, 0, 0},
              {"complex64", kDLOpaqueHandle, 0, 0}};
  size_t i;
  for (i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
    DLDataType type = String2DLDataType(rows[i].text);
    EXPECT_EQ(rows[i].code, type.code);
    EXPECT_EQ(rows[i].bits, type.bits);
    EXPECT_EQ(rows[i].lanes, type.lanes);
  }
}

SUITE(packed_func, CASE(the_layout_is_tvms), CASE(a_modules_function_is_called),
      CASE(a_global_function_is_called), CASE(long_names_are_cut),
      CASE(modules_are_arguments), CASE(types_are_read_from_text));
