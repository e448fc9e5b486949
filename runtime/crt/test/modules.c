/*===- modules.c - Modules, handles, calls and the system library
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <tvm/runtime/c_runtime_api.h>

#include "support.h"

static void *seen_resource;
static int seen_count;

/* Returns its argument plus one. */
PACKED(increment) {
  seen_resource = resource_handle;
  seen_count = num_args;
  EXPECT(ret_value->v_handle == NULL);
  EXPECT_EQ(kTVMNullptr, *ret_type_code);
  EXPECT_EQ(kTVMArgInt, type_codes[0]);
  ret_value->v_int64 = args[0].v_int64 + 1;
  *ret_type_code = kTVMArgInt;
  return 0;
}
PACKED(nothing) { return UNUSED_ARGS, 0; }
PACKED(code_7) { return UNUSED_ARGS, 7; }
PACKED(code_minus_1) { return UNUSED_ARGS, -1; }

static const TVMBackendPackedCFunc a_functions[] = {increment, code_7, NULL};
static const TVMFuncRegistry a = {NAMES("\3", "increment\0code_7\0hole\0"),
                                  a_functions};
static const TVMBackendPackedCFunc b_functions[] = {nothing, code_minus_1};
static const TVMFuncRegistry b = {NAMES("\2", "nothing\0code_minus_1\0"),
                                  b_functions};
static const TVMModule module_a = {&a}, module_b = {&b};

static uintptr_t number(void *handle) { return (uintptr_t)handle; }

/* Calls with the argument 41. */
static int call(TVMFunctionHandle function, TVMValue *value, int *code) {
  TVMValue argument;
  int type_code = kTVMArgInt;
  argument.v_int64 = 41;
  return TVMFuncCall(function, &argument, &type_code, 1, value, code);
}

TEST(handles_are_encoded_indices) {
  TVMModuleHandle first, second;
  TVMFunctionHandle function;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_a, &first));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_b, &second));
  EXPECT_EQ(0x8000, number(first));
  EXPECT_EQ(0x8001, number(second));
  EXPECT_EQ(0, TVMModGetFunction(first, "code_7", 0, &function));
  EXPECT_EQ(0x80008001u, number(function));
  EXPECT_EQ(0, TVMModGetFunction(second, "nothing", 1, &function));
  EXPECT_EQ(0x80018000u, number(function));
  EXPECT_EQ(0, TVMFuncGetGlobal("runtime.SystemLib", &function));
  EXPECT_EQ(0x80028000u, number(function));
}

TEST(a_full_table_names_the_macro) {
  TVMModuleHandle handle, untouched = &handle;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_a, &handle));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_a, &handle));
  EXPECT_EQ(0x8001, number(handle));
  EXPECT_EQ(-1, TVMModCreateFromCModule(&module_b, &untouched));
  EXPECT_PTR(&handle, untouched);
  EXPECT_TEXT("the module table is full: raise TVM_CRT_MAX_REGISTERED_MODULES "
              "in crt_config.h",
              TVMGetLastError());
}

TEST(a_module_needs_a_registry) {
  static const TVMModule empty = {NULL};
  TVMModuleHandle handle;
  EXPECT_EQ(-1, TVMModCreateFromCModule(NULL, &handle));
  EXPECT_EQ(-1, TVMModCreateFromCModule(&empty, &handle));
  EXPECT_TEXT("a module needs a registry", TVMGetLastError());
}

TEST(an_unknown_name_is_256) {
  TVMModuleHandle module;
  TVMFunctionHandle function = &module;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_a, &module));
  EXPECT_EQ(256, TVMModGetFunction(module, "increments", 1, &function));
  EXPECT_PTR(&module, function);
  EXPECT_TEXT("the module has no function increments", TVMGetLastError());
}

TEST(what_is_no_module_is_minus_1) {
  TVMFunctionHandle function = NULL;
  TVMModuleHandle module;
  static const uintptr_t none[] = {0, 1, 0x8000, 0x8001, 0x8002, 0x18000};
  size_t i;
  for (i = 0; i < sizeof(none) / sizeof(*none); ++i) {
    module = (TVMModuleHandle)none[i];
    EXPECT_EQ(-1, TVMModGetFunction(module, "nothing", 0, &function));
    EXPECT_EQ(-1, TVMModFree(module));
  }
  EXPECT(function == NULL);
  EXPECT_TEXT("no module has the handle 0x18000", TVMGetLastError());
}

TEST(a_call_presets_the_result) {
  TVMModuleHandle module;
  TVMFunctionHandle function;
  TVMValue value;
  int code = 99;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_a, &module));
  EXPECT_EQ(0, TVMModGetFunction(module, "increment", 0, &function));
  EXPECT_EQ(0, call(function, &value, &code));
  EXPECT_EQ(42, value.v_int64);
  EXPECT_EQ(kTVMArgInt, code);
  EXPECT_EQ(1, seen_count);
  EXPECT_PTR(&a, seen_resource);
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_b, &module));
  EXPECT_EQ(0, TVMModGetFunction(module, "nothing", 0, &function));
  EXPECT_EQ(0, call(function, &value, &code));
  EXPECT(value.v_handle == NULL);
  EXPECT_EQ(kTVMNullptr, code);
}

TEST(a_call_returns_the_callees_code) {
  TVMModuleHandle module;
  TVMFunctionHandle function;
  TVMValue value;
  int code;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_a, &module));
  EXPECT_EQ(0, TVMModGetFunction(module, "code_7", 0, &function));
  EXPECT_EQ(7, call(function, &value, &code));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_b, &module));
  EXPECT_EQ(0, TVMModGetFunction(module, "code_minus_1", 0, &function));
  EXPECT_EQ(-1, call(function, &value, &code));
  EXPECT_TEXT("", TVMGetLastError());
}

TEST(a_global_function_gets_no_resource) {
  TVMFunctionHandle function;
  TVMBackendPackedCFunc address = increment;
  TVMValue value;
  int code;
  union {
    TVMBackendPackedCFunc function;
    TVMFunctionHandle handle;
  } raw;
  raw.function = address;
  seen_resource = &code;
  EXPECT_EQ(0, TVMFuncRegisterGlobal("increment", raw.handle, 0));
  EXPECT_EQ(0, TVMFuncGetGlobal("increment", &function));
  EXPECT(function != raw.handle);
  EXPECT_EQ(0, call(function, &value, &code));
  EXPECT_EQ(42, value.v_int64);
  EXPECT(seen_resource == NULL);
}

TEST(what_is_no_function_is_minus_1) {
  static const uintptr_t none[] = {0,           1,           0x8000,
                                   0x80000000u, 0x80008003u, 0x80008002u,
                                   0x80018000u, 0x80038000u, 0x8000u << 8};
  TVMModuleHandle module;
  TVMValue value;
  int code = 99;
  size_t i;
  value.v_int64 = 17;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_a, &module));
  for (i = 0; i < sizeof(none) / sizeof(*none); ++i)
    EXPECT_EQ(-1, call((TVMFunctionHandle)none[i], &value, &code));
  EXPECT_EQ(17, value.v_int64);
  EXPECT_EQ(99, code);
  EXPECT_EQ(-1, call((TVMFunctionHandle)(uintptr_t)0x80018000u, &value, &code));
  EXPECT_TEXT("no function has the handle 0x80018000", TVMGetLastError());
}

TEST(freeing_makes_room) {
  TVMModuleHandle first, second, third;
  TVMFunctionHandle function;
  TVMValue value;
  int code;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_a, &first));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_b, &second));
  EXPECT_EQ(0, TVMModGetFunction(first, "code_7", 0, &function));
  EXPECT_EQ(0, TVMFuncFree(function));
  EXPECT_EQ(7, call(function, &value, &code));
  EXPECT_EQ(0, TVMModFree(first));
  EXPECT_EQ(-1, call(function, &value, &code));
  EXPECT_EQ(-1, TVMModFree(first));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_b, &third));
  EXPECT_PTR(first, third);
}

/* Calls runtime.SystemLib. */
static int get_system_library(TVMModuleHandle *out) {
  TVMFunctionHandle function;
  TVMValue argument, value;
  int type_code = kTVMNullptr, code, status;
  EXPECT_EQ(0, TVMFuncGetGlobal("runtime.SystemLib", &function));
  status = TVMFuncCall(function, &argument, &type_code, 0, &value, &code);
  EXPECT_EQ(status == 0 ? kTVMModuleHandle : kTVMNullptr, code);
  *out = value.v_handle;
  return status;
}

TEST(the_system_library_is_entered_when_asked_for) {
  TVMModuleHandle other, library, again;
  TVMFunctionHandle function;
  TVMValue value;
  int code;
  system_library = &module_a;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_b, &other));
  EXPECT_EQ(0x8000, number(other));
  EXPECT_EQ(0, get_system_library(&library));
  EXPECT_EQ(0x8001, number(library));
  EXPECT_EQ(0, get_system_library(&again));
  EXPECT_PTR(library, again);
  EXPECT_EQ(0, TVMModGetFunction(library, "increment", 0, &function));
  EXPECT_EQ(0, call(function, &value, &code));
  EXPECT_EQ(42, value.v_int64);
  EXPECT_PTR(&a, seen_resource);
  /* It is never freed. */
  EXPECT_EQ(0, TVMModFree(library));
  EXPECT_EQ(0, call(function, &value, &code));
}

TEST(a_program_without_a_system_library_is_told) {
  static const TVMModule empty = {NULL};
  TVMModuleHandle library;
  EXPECT_EQ(-1, get_system_library(&library));
  EXPECT_TEXT("runtime.SystemLib: the program has no system library",
              TVMGetLastError());
  system_library = &empty;
  EXPECT_EQ(-1, get_system_library(&library));
}

TEST(the_system_library_needs_a_place) {
  TVMModuleHandle handle;
  system_library = &module_a;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_b, &handle));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_b, &handle));
  EXPECT_EQ(-1, get_system_library(&handle));
}

TEST(returns_are_set_behind_the_handle) {
  TVMValue in[2], out[2];
  int in_codes[2] = {kTVMArgInt, kTVMNullptr}, out_codes[2] = {99, 99};
  struct {
    TVMValue *values;
    int *codes;
  } ret;
  ret.values = out;
  ret.codes = out_codes;
  in[0].v_int64 = 5;
  in[1].v_int64 = 6;
  out[1].v_int64 = 9;
  EXPECT_EQ(0, TVMCFuncSetReturn(&ret, in, in_codes, 1));
  EXPECT_EQ(5, out[0].v_int64);
  EXPECT_EQ(kTVMArgInt, out_codes[0]);
  EXPECT_EQ(9, out[1].v_int64);
  EXPECT_EQ(99, out_codes[1]);
  EXPECT_EQ(0, TVMCFuncSetReturn(&ret, in, in_codes, 2));
  EXPECT_EQ(6, out[1].v_int64);
  EXPECT_EQ(0, TVMCbArgToReturn(in, in_codes));
  EXPECT_EQ(5, in[0].v_int64);
}

SUITE(modules, CASE(handles_are_encoded_indices),
      CASE(a_full_table_names_the_macro), CASE(a_module_needs_a_registry),
      CASE(an_unknown_name_is_256), CASE(what_is_no_module_is_minus_1),
      CASE(a_call_presets_the_result), CASE(a_call_returns_the_callees_code),
      CASE(a_global_function_gets_no_resource),
      CASE(what_is_no_function_is_minus_1), CASE(freeing_makes_room),
      CASE(the_system_library_is_entered_when_asked_for),
      CASE(a_program_without_a_system_library_is_told),
      CASE(the_system_library_needs_a_place),
      CASE(returns_are_set_behind_the_handle));
