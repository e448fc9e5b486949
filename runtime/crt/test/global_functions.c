/*===- global_functions.c - Global functions, and the built-in ones
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/crt.h>

#include "crt_config.h"
#include "support.h"

PACKED(one) { return UNUSED_ARGS, 1; }
PACKED(two) { return UNUSED_ARGS, 2; }

static int add(const char *name, TVMBackendPackedCFunc function, int override) {
  union {
    TVMBackendPackedCFunc function;
    TVMFunctionHandle handle;
  } raw;
  raw.function = function;
  return TVMFuncRegisterGlobal(name, raw.handle, override);
}

static TVMFunctionHandle get(const char *name) {
  TVMFunctionHandle function;
  EXPECT_EQ(0, TVMFuncGetGlobal(name, &function));
  return function;
}

TEST(an_unknown_name_is_null_and_no_error) {
  TVMFunctionHandle function = &function;
  EXPECT_EQ(0, TVMFuncGetGlobal("nowhere", &function));
  EXPECT(function == NULL);
  EXPECT_TEXT("", TVMGetLastError());
}

TEST(a_name_is_registered_once) {
  TVMValue value;
  int code;
  EXPECT_EQ(0, add("f", one, 0));
  EXPECT_EQ(0x0103, add("f", two, 0));
  EXPECT_TEXT("there is a global function f already", TVMGetLastError());
  EXPECT_EQ(1, TVMFuncCall(get("f"), NULL, NULL, 0, &value, &code));
  EXPECT_EQ(0, add("f", two, 1));
  EXPECT_EQ(2, TVMFuncCall(get("f"), NULL, NULL, 0, &value, &code));
  EXPECT_EQ(0x0803, add("", one, 0));
  EXPECT_TEXT("a global function needs a name", TVMGetLastError());
  EXPECT_EQ(0, add("g", two, 0));
  EXPECT_EQ(2, TVMFuncCall(get("g"), NULL, NULL, 0, &value, &code));
}

TEST(symbols_of_the_system_library_are_global_functions) {
  union {
    TVMBackendPackedCFunc function;
    void *address;
  } raw;
  TVMValue value;
  int code;
  raw.function = two;
  EXPECT_EQ(0, TVMBackendRegisterSystemLibSymbol("symbol", raw.address));
  EXPECT_EQ(0x0103, TVMBackendRegisterSystemLibSymbol("symbol", raw.address));
  EXPECT_EQ(2, TVMFuncCall(get("symbol"), NULL, NULL, 0, &value, &code));
}

/* 512 bytes have room for the five built-in functions and 14 names of ten
 * letters with 64-bit addresses, as measured with TVM. */
TEST(the_memory_is_as_large_as_configured) {
  char name[] = "ten_letter";
  size_t count = 512 / (11 + sizeof(void *)), room, expected, added = 0;
  room = 512 - count * sizeof(void *) - 2 - 142;
  expected = room / 11 < count - 5 ? room / 11 : count - 5;
  EXPECT(sizeof(void *) != 8 || expected == 14);
  for (; added < expected; ++added) {
    name[9] = (char)('A' + added);
    EXPECT_EQ(0, add(name, one, 0));
  }
  name[9] = 'z';
  EXPECT_EQ(0x0102, add(name, one, 0));
  EXPECT_TEXT("no room for the global function ten_lettez: raise "
              "TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES in crt_config.h",
              TVMGetLastError());
}

TEST(initializing_forgets) {
  static const TVMFuncRegistry registry = {"\0\0", NULL};
  static const TVMModule module = {&registry};
  TVMModuleHandle handle;
  EXPECT_EQ(0, add("f", one, 0));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module, &handle));
  EXPECT_EQ(0, TVMInitializeRuntime());
  EXPECT(get("f") == NULL);
  EXPECT_EQ(-1, TVMModFree(handle));
  EXPECT(get("runtime.SystemLib") != NULL);
  EXPECT(get("tvm.rpc.server.ModuleGetFunction") != NULL);
  EXPECT(get("runtime.RPCTimeEvaluator") != NULL);
  EXPECT(get("tvm.rpc.server.GetCRTMaxPacketSize") != NULL);
  EXPECT(get("tvm.contrib.random.random_fill") != NULL);
}

TEST(module_get_function_finds_or_returns_null) {
  static const TVMBackendPackedCFunc functions[] = {one};
  static const TVMFuncRegistry registry = {NAMES("\1", "one\0"), functions};
  static const TVMModule module = {&registry};
  TVMFunctionHandle getter = get("tvm.rpc.server.ModuleGetFunction");
  TVMModuleHandle handle;
  TVMValue args[3], value;
  int codes[3] = {kTVMModuleHandle, kTVMStr, kTVMArgInt}, code;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module, &handle));
  args[0].v_handle = handle;
  args[1].v_str = "one";
  args[2].v_int64 = 0;
  EXPECT_EQ(0, TVMFuncCall(getter, args, codes, 3, &value, &code));
  EXPECT_EQ(kTVMPackedFuncHandle, code);
  EXPECT_EQ(1, TVMFuncCall(value.v_handle, NULL, NULL, 0, &value, &code));
  args[1].v_str = "two";
  EXPECT_EQ(0, TVMFuncCall(getter, args, codes, 3, &value, &code));
  EXPECT_EQ(kTVMNullptr, code);
  EXPECT(value.v_handle == NULL);
  /* Wrong arguments give NULL, as in TVM; a handle of no module is an error. */
  EXPECT_EQ(0, TVMFuncCall(getter, args, codes, 2, &value, &code));
  EXPECT_EQ(kTVMNullptr, code);
  args[0].v_handle = NULL;
  EXPECT_EQ(-1, TVMFuncCall(getter, args, codes, 3, &value, &code));
}

TEST(the_packet_size_is_configured) {
  TVMValue value;
  int code;
  EXPECT_EQ(0, TVMFuncCall(get("tvm.rpc.server.GetCRTMaxPacketSize"), NULL,
                           NULL, 0, &value, &code));
  EXPECT_EQ(TVM_CRT_MAX_PACKET_SIZE_BYTES - 11, value.v_int64);
  EXPECT_EQ(kTVMArgInt, code);
}

/* The platform of the tests has no random numbers, so that the default returns
 * its error. */
TEST(random_fill_asks_the_platform) {
  TVMFunctionHandle fill = get("tvm.contrib.random.random_fill");
  int64_t shape[] = {4};
  uint8_t data[4];
  DLTensor tensor;
  TVMValue argument, value;
  int type_code = kTVMDLTensorHandle, code;
  memset(&tensor, 0, sizeof(tensor));
  tensor.data = data;
  tensor.ndim = 1;
  tensor.shape = shape;
  tensor.dtype.bits = 8;
  tensor.dtype.lanes = 1;
  argument.v_handle = &tensor;
  EXPECT_EQ(0x0800, TVMFuncCall(fill, &argument, &type_code, 0, &value, &code));
  EXPECT_EQ(0x0802, TVMFuncCall(fill, &argument, &type_code, 1, &value, &code));
  shape[0] = 0;
  EXPECT_EQ(0x0802, TVMFuncCall(fill, &argument, &type_code, 1, &value, &code));
  shape[0] = -1;
  EXPECT_EQ(0x0803, TVMFuncCall(fill, &argument, &type_code, 1, &value, &code));
  type_code = kTVMArgInt;
  EXPECT_EQ(0x0801, TVMFuncCall(fill, &argument, &type_code, 1, &value, &code));
}

SUITE(global_functions, CASE(an_unknown_name_is_null_and_no_error),
      CASE(a_name_is_registered_once),
      CASE(symbols_of_the_system_library_are_global_functions),
      CASE(the_memory_is_as_large_as_configured), CASE(initializing_forgets),
      CASE(module_get_function_finds_or_returns_null),
      CASE(the_packet_size_is_configured), CASE(random_fill_asks_the_platform));
