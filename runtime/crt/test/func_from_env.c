/*===- func_from_env.c - Functions that generated code finds by name
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <tvm/runtime/c_runtime_api.h>

#include "support.h"

PACKED(one) { return UNUSED_ARGS, 1; }
PACKED(two) { return UNUSED_ARGS, 2; }
PACKED(three) { return UNUSED_ARGS, 3; }
PACKED(four) { return UNUSED_ARGS, 4; }

static const TVMBackendPackedCFunc own_functions[] = {one, one};
static const TVMFuncRegistry own = {NAMES("\2", "everywhere\0own\0"),
                                    own_functions};
static const TVMBackendPackedCFunc other_functions[] = {two, two};
static const TVMFuncRegistry other = {NAMES("\2", "everywhere\0other\0"),
                                      other_functions};
static const TVMBackendPackedCFunc library_functions[] = {three, three};
static const TVMFuncRegistry library = {NAMES("\2", "everywhere\0library\0"),
                                        library_functions};
static const TVMModule module_own = {&own}, module_other = {&other},
                       module_library = {&library};

static int register_global(const char *name, TVMBackendPackedCFunc function) {
  union {
    TVMBackendPackedCFunc function;
    TVMFunctionHandle handle;
  } raw;
  raw.function = function;
  return TVMFuncRegisterGlobal(name, raw.handle, 0);
}

/* Looks up a name in the registry, or in none, and calls the function. Returns
 * its code.
 */
static int find_and_call(const TVMFuncRegistry *registry, const char *name) {
  TVMFunctionHandle function = NULL;
  TVMValue value;
  int code;
  EXPECT_EQ(0, TVMBackendGetFuncFromEnv((void *)(uintptr_t)registry, name,
                                        &function));
  return TVMFuncCall(function, NULL, NULL, 0, &value, &code);
}

TEST(the_own_module_comes_first) {
  TVMModuleHandle handle;
  EXPECT_EQ(0, register_global("everywhere", four));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_other, &handle));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_own, &handle));
  EXPECT_EQ(1, find_and_call(&own, "everywhere"));
  EXPECT_EQ(2, find_and_call(&own, "other"));
  EXPECT_EQ(2, find_and_call(NULL, "everywhere"));
}

TEST(global_functions_come_last) {
  TVMModuleHandle handle;
  EXPECT_EQ(0, register_global("everywhere", four));
  EXPECT_EQ(0, register_global("global", four));
  EXPECT_EQ(4, find_and_call(NULL, "everywhere"));
  EXPECT_EQ(4, find_and_call(&own, "global"));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_other, &handle));
  EXPECT_EQ(2, find_and_call(NULL, "everywhere"));
}

TEST(the_system_library_need_not_be_entered) {
  TVMModuleHandle handle;
  TVMFunctionHandle function;
  TVMValue value;
  int code;
  system_library = &module_library;
  EXPECT_EQ(0, register_global("everywhere", four));
  EXPECT_EQ(3, find_and_call(NULL, "everywhere"));
  EXPECT_EQ(1, find_and_call(&own, "everywhere"));
  EXPECT_EQ(3, find_and_call(&own, "library"));
  /* runtime.SystemLib then returns the place that it has. */
  EXPECT_EQ(0, TVMFuncGetGlobal("runtime.SystemLib", &function));
  EXPECT_EQ(0, TVMFuncCall(function, NULL, NULL, 0, &value, &code));
  handle = value.v_handle;
  EXPECT_EQ(0x8000, (uintptr_t)handle);
}

TEST(a_registry_is_entered_with_its_first_function) {
  TVMFunctionHandle function;
  TVMModuleHandle handle;
  EXPECT_EQ(0x0100, TVMBackendGetFuncFromEnv((void *)(uintptr_t)&own, "other",
                                             &function));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_other, &handle));
  EXPECT_EQ(0x8000, (uintptr_t)handle);
  EXPECT_EQ(
      0, TVMBackendGetFuncFromEnv((void *)(uintptr_t)&own, "own", &function));
  EXPECT_EQ(0x80018001u, (uintptr_t)function);
  EXPECT_EQ(0, TVMBackendGetFuncFromEnv((void *)(uintptr_t)&own, "everywhere",
                                        &function));
  EXPECT_EQ(0x80018000u, (uintptr_t)function);
}

TEST(a_full_table_names_the_macro) {
  TVMModuleHandle handle;
  TVMFunctionHandle function = &handle;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_other, &handle));
  EXPECT_EQ(0, TVMModCreateFromCModule(&module_other, &handle));
  EXPECT_EQ(
      -1, TVMBackendGetFuncFromEnv((void *)(uintptr_t)&own, "own", &function));
  EXPECT_PTR(&handle, function);
  EXPECT_TEXT("the module table is full: raise TVM_CRT_MAX_REGISTERED_MODULES "
              "in crt_config.h",
              TVMGetLastError());
  /* A function that needs no new place is found. */
  EXPECT_EQ(2, find_and_call(&own, "other"));
}

TEST(an_unknown_name_is_named) {
  TVMFunctionHandle function = &function;
  system_library = &module_library;
  EXPECT_EQ(0x0100, TVMBackendGetFuncFromEnv((void *)(uintptr_t)&own, "nowhere",
                                             &function));
  EXPECT_PTR(&function, function);
  EXPECT_TEXT("TVMBackendGetFuncFromEnv: there is no function nowhere",
              TVMGetLastError());
}

SUITE(func_from_env, CASE(the_own_module_comes_first),
      CASE(global_functions_come_last),
      CASE(the_system_library_need_not_be_entered),
      CASE(a_registry_is_entered_with_its_first_function),
      CASE(a_full_table_names_the_macro), CASE(an_unknown_name_is_named));
