/*===- func_registry.c - Const and mutable registries
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/func_registry.h>
#include <tvm/runtime/crt/internal/common/func_registry.h>

#include "support.h"

PACKED(foo) { return UNUSED_ARGS, 1; }
PACKED(bar) { return UNUSED_ARGS, 2; }

static int call(TVMBackendPackedCFunc function) {
  return function(NULL, NULL, 0, NULL, NULL, NULL);
}

/* The differences, and the position of the cursor afterwards. */
TEST(names_compare_as_strcmp) {
  static const struct {
    const char *name, *with;
    int difference;
  } rows[] = {{"Foo", "Foo", 0},         {"Foo", "Bar", 'F' - 'B'},
              {"Foo", "", 'F'},          {"Fabulous", "Fab", 'u'},
              {"Fab", "Fabulous", -'u'}, {"", "", 0},
              {"", "a", -'a'},           {"\xc3", "a", 0xc3 - 'a'}};
  size_t i;
  for (i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
    const char *cursor = rows[i].name;
    EXPECT_EQ(rows[i].difference, strcmp_cursor(&cursor, rows[i].with));
    EXPECT_PTR(rows[i].name + strlen(rows[i].name), cursor);
  }
}

TEST(a_cursor_goes_through_all_names) {
  static const char names[] = "Foo\0Bar\0Whoops\0";
  const char *cursor = names;
  EXPECT_EQ('o', strcmp_cursor(&cursor, "Fo"));
  EXPECT_PTR(names + 3, cursor);
  ++cursor;
  EXPECT_EQ(-'r', strcmp_cursor(&cursor, "Barr"));
  EXPECT_PTR(names + 7, cursor);
  ++cursor;
  EXPECT_EQ('h' - 'B', strcmp_cursor(&cursor, "WB"));
  EXPECT_PTR(names + 14, cursor);
  ++cursor;
  EXPECT_EQ(0, strcmp_cursor(&cursor, ""));
  EXPECT_PTR(names + 15, cursor);
}

TEST(an_empty_registry_has_nothing) {
  static const TVMFuncRegistry registry = {"\0\0", NULL};
  EXPECT_EQ(0, TVMFuncRegistry_GetNumFuncs(&registry));
  EXPECT_EQ(0x0100, TVMFuncRegistry_Lookup(&registry, "foo", NULL));
  EXPECT_EQ(0x0100, TVMFuncRegistry_Lookup(&registry, "", NULL));
  EXPECT_EQ(0x0101, TVMFuncRegistry_GetByIndex(&registry, 0, NULL));
}

TEST(a_const_registry_finds_by_name_and_index) {
  static const TVMBackendPackedCFunc functions[] = {foo, bar, bar};
  static const TVMFuncRegistry registry = {NAMES("\3", "Foo\0Bar\0Bar\0"),
                                           functions};
  tvm_function_index_t index = 100;
  TVMBackendPackedCFunc function = NULL;
  EXPECT_EQ(3, TVMFuncRegistry_GetNumFuncs(&registry));
  EXPECT_TEXT("Foo", TVMFuncRegistry_Get0thFunctionName(&registry));
  EXPECT_EQ(0, TVMFuncRegistry_Lookup(&registry, "Foo", &index));
  EXPECT_EQ(0, index);
  EXPECT_EQ(0, TVMFuncRegistry_GetByIndex(&registry, index, &function));
  EXPECT_EQ(1, call(function));
  /* The first of two functions with the same name. */
  EXPECT_EQ(0, TVMFuncRegistry_Lookup(&registry, "Bar", &index));
  EXPECT_EQ(1, index);
  EXPECT_EQ(0, TVMFuncRegistry_GetByIndex(&registry, index, &function));
  EXPECT_EQ(2, call(function));
  /* If nothing is found, the results are unchanged. */
  EXPECT_EQ(0x0100, TVMFuncRegistry_Lookup(&registry, "Baz", &index));
  EXPECT_EQ(0x0100, TVMFuncRegistry_Lookup(&registry, "Fo", &index));
  EXPECT_EQ(0x0100, TVMFuncRegistry_Lookup(&registry, "Fooo", &index));
  EXPECT_EQ(0x0100, TVMFuncRegistry_Lookup(&registry, "", &index));
  EXPECT_EQ(1, index);
  function = NULL;
  EXPECT_EQ(0x0101, TVMFuncRegistry_GetByIndex(&registry, 3, &function));
  EXPECT(function == NULL);
}

/* TVM's graph executor counts 8 of ten names: there the look-up succeeds and
 * the call fails. */
TEST(a_wrong_count_hides_what_it_leaves_out) {
  static const TVMBackendPackedCFunc functions[] = {foo, bar};
  static const TVMFuncRegistry registry = {NAMES("\1", "Foo\0Bar\0"),
                                           functions};
  tvm_function_index_t index = 100;
  EXPECT_EQ(0x0100, TVMFuncRegistry_Lookup(&registry, "Bar", &index));
  EXPECT_EQ(100, index);
}

TEST(counts_have_two_bytes) {
  static char names[2 + 600 + 1];
  static TVMBackendPackedCFunc functions[300];
  TVMFuncRegistry registry;
  tvm_function_index_t index;
  TVMBackendPackedCFunc function;
  int i;
  registry.names = names;
  registry.funcs = functions;
  for (i = 0; i < 300; ++i) {
    names[2 + 2 * i] = i == 299 ? 'z' : 'a';
    functions[i] = i == 299 ? bar : foo;
  }
  EXPECT_EQ(0, TVMFuncRegistry_SetNumFuncs(&registry, 300));
  EXPECT_EQ(300, TVMFuncRegistry_GetNumFuncs(&registry));
  EXPECT_EQ(0, TVMFuncRegistry_Lookup(&registry, "z", &index));
  EXPECT_EQ(299, index);
  EXPECT_EQ(0, TVMFuncRegistry_GetByIndex(&registry, 299, &function));
  EXPECT_EQ(2, call(function));
  EXPECT_EQ(0x0101, TVMFuncRegistry_GetByIndex(&registry, 300, &function));
}

TEST(too_small_a_buffer_makes_no_registry) {
  uint8_t buffer[64];
  size_t size;
  EXPECT_EQ(10, kTvmAverageFunctionNameStrlenBytes);
  EXPECT_EQ(11 + sizeof(void *), kTvmAverageFuncEntrySizeBytes);
  for (size = 0; size < kTvmAverageFuncEntrySizeBytes; ++size)
    EXPECT_EQ(0x0104, TVMMutableFuncRegistry_Create(NULL, buffer, size));
}

/* Fills a registry for two functions and `rest` bytes, in a buffer that ends
 * anywhere: names and addresses fill all of it. */
static void fill(size_t rest) {
  static const char letters[] =
      "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst";
  uint8_t buffer[3 * (11 + sizeof(void *)) + 1];
  size_t size = 2 * kTvmAverageFuncEntrySizeBytes + rest;
  TVMMutableFuncRegistry registry;
  tvm_function_index_t index = 100;
  TVMBackendPackedCFunc function;
  char name[64];
  memset(buffer, 0xff, sizeof(buffer));
  EXPECT_EQ(0, TVMMutableFuncRegistry_Create(&registry, buffer, size));
  EXPECT_EQ(2, registry.max_functions);
  EXPECT_EQ(0, TVMFuncRegistry_GetNumFuncs(&registry.registry));

  memcpy(name, letters, 10);
  name[10] = '\0';
  EXPECT_EQ(0, TVMMutableFuncRegistry_Set(&registry, name, foo, 0));
  EXPECT_EQ(0, TVMFuncRegistry_Lookup(&registry.registry, name, &index));
  EXPECT_EQ(0, index);
  EXPECT_EQ(0, TVMFuncRegistry_GetByIndex(&registry.registry, 0, &function));
  EXPECT_EQ(1, call(function));
  EXPECT_EQ(0x0103, TVMMutableFuncRegistry_Set(&registry, name, bar, 0));
  EXPECT_EQ(0, TVMMutableFuncRegistry_Set(&registry, name, bar, 1));
  EXPECT_EQ(0, TVMFuncRegistry_GetByIndex(&registry.registry, 0, &function));
  EXPECT_EQ(2, call(function));
  EXPECT_EQ(1, TVMFuncRegistry_GetNumFuncs(&registry.registry));

  /* One letter more than fits, then as many as fit. */
  memcpy(name, letters + 1, 9 + rest);
  name[9 + rest] = '\0';
  EXPECT_EQ(0x0102, TVMMutableFuncRegistry_Set(&registry, name, foo, 0));
  EXPECT_EQ(0x0100, TVMFuncRegistry_Lookup(&registry.registry, name, &index));
  name[8 + rest] = '\0';
  EXPECT_EQ(0, TVMMutableFuncRegistry_Set(&registry, name, foo, 0));
  EXPECT_EQ(0, TVMFuncRegistry_Lookup(&registry.registry, name, &index));
  EXPECT_EQ(1, index);
  EXPECT_EQ(0, TVMFuncRegistry_GetByIndex(&registry.registry, 1, &function));
  EXPECT_EQ(1, call(function));
  /* There is no longer an empty name, but the search ends nevertheless. */
  EXPECT_EQ(0x0100, TVMFuncRegistry_Lookup(&registry.registry, "x", &index));
  EXPECT_EQ(0x0102, TVMMutableFuncRegistry_Set(&registry, "a", foo, 0));
  EXPECT_EQ(0, TVMMutableFuncRegistry_Set(&registry, name, bar, 1));
  for (index = (tvm_function_index_t)size; index < sizeof(buffer); ++index)
    EXPECT_EQ(0xff, buffer[index]);
}

TEST(a_mutable_registry_fills_its_buffer) {
  size_t rest;
  for (rest = 0; rest < kTvmAverageFuncEntrySizeBytes; ++rest)
    fill(rest);
}

TEST(a_mutable_registry_is_full_by_count) {
  uint8_t buffer[3 * (11 + sizeof(void *))];
  TVMMutableFuncRegistry registry;
  EXPECT_EQ(0,
            TVMMutableFuncRegistry_Create(&registry, buffer, sizeof(buffer)));
  EXPECT_EQ(3, registry.max_functions);
  EXPECT_EQ(0, TVMMutableFuncRegistry_Set(&registry, "a", foo, 0));
  EXPECT_EQ(0, TVMMutableFuncRegistry_Set(&registry, "b", foo, 1));
  EXPECT_EQ(0, TVMMutableFuncRegistry_Set(&registry, "c", foo, 0));
  EXPECT_EQ(0x0102, TVMMutableFuncRegistry_Set(&registry, "d", foo, 0));
  EXPECT_EQ(3, TVMFuncRegistry_GetNumFuncs(&registry.registry));
}

/* It would hide the names after it. */
TEST(the_empty_name_is_refused) {
  uint8_t buffer[3 * (11 + sizeof(void *))];
  TVMMutableFuncRegistry registry;
  tvm_function_index_t index = 100;
  EXPECT_EQ(0,
            TVMMutableFuncRegistry_Create(&registry, buffer, sizeof(buffer)));
  EXPECT_EQ(0x0803, TVMMutableFuncRegistry_Set(&registry, "", foo, 0));
  EXPECT_EQ(0, TVMMutableFuncRegistry_Set(&registry, "a", foo, 0));
  EXPECT_EQ(0x0803, TVMMutableFuncRegistry_Set(&registry, "", bar, 1));
  EXPECT_EQ(1, TVMFuncRegistry_GetNumFuncs(&registry.registry));
  EXPECT_EQ(0, TVMMutableFuncRegistry_Set(&registry, "b", bar, 0));
  EXPECT_EQ(0, TVMFuncRegistry_Lookup(&registry.registry, "b", &index));
  EXPECT_EQ(1, index);
}

SUITE(func_registry, CASE(names_compare_as_strcmp),
      CASE(a_cursor_goes_through_all_names),
      CASE(an_empty_registry_has_nothing),
      CASE(a_const_registry_finds_by_name_and_index),
      CASE(a_wrong_count_hides_what_it_leaves_out), CASE(counts_have_two_bytes),
      CASE(too_small_a_buffer_makes_no_registry),
      CASE(a_mutable_registry_fills_its_buffer),
      CASE(a_mutable_registry_is_full_by_count),
      CASE(the_empty_name_is_refused));
