/*===- time_evaluator.c - How long a function takes, by a timer of the tests
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/c_runtime_api.h>

#include "support.h"

static int calls, fails_at;

PACKED(work) {
  UNUSED_ARGS;
  return ++calls == fails_at ? 5 : 0;
}

static const TVMBackendPackedCFunc functions[] = {work};
static const TVMFuncRegistry registry = {NAMES("\1", "work\0"), functions};
static const TVMModule module = {&registry};

static TVMValue args[12];
static int codes[12];

/* Sets number and repeat; the rest is 0 until a test sets it. */
static void prepare(int64_t number, int64_t repeat) {
  TVMModuleHandle handle;
  int i;
  EXPECT_EQ(0, TVMModCreateFromCModule(&module, &handle));
  memset(args, 0, sizeof(args));
  for (i = 2; i < 11; ++i)
    codes[i] = kTVMArgInt;
  args[0].v_handle = handle;
  codes[0] = kTVMModuleHandle;
  args[1].v_str = "work";
  codes[1] = kTVMStr;
  args[2].v_int64 = kDLCPU;
  args[4].v_int64 = number;
  args[5].v_int64 = repeat;
  args[11].v_str = "";
  codes[11] = kTVMStr;
  calls = fails_at = 0;
}

static int make(int count, TVMFunctionHandle *out) {
  TVMFunctionHandle evaluator;
  TVMValue value;
  int code, status;
  EXPECT_EQ(0, TVMFuncGetGlobal("runtime.RPCTimeEvaluator", &evaluator));
  status = TVMFuncCall(evaluator, args, codes, count, &value, &code);
  EXPECT_EQ(status == 0 ? kTVMPackedFuncHandle : kTVMNullptr, code);
  *out = value.v_handle;
  return status;
}

TEST(means_are_returned_as_bytes) {
  TVMFunctionHandle timed;
  TVMValue value;
  TVMByteArray *bytes;
  double seconds[3];
  int code;
  prepare(4, 3);
  platform_seconds = 2.0;
  EXPECT_EQ(0, make(12, &timed));
  EXPECT_EQ(0x7fff, ((uintptr_t)timed >> 16) & 0x7fff);
  EXPECT_EQ(0, TVMFuncCall(timed, NULL, NULL, 0, &value, &code));
  EXPECT_EQ(kTVMBytes, code);
  bytes = value.v_handle;
  EXPECT_EQ(sizeof(seconds), bytes->size);
  memcpy(seconds, bytes->data, sizeof(seconds));
  EXPECT(seconds[0] == 0.5 && seconds[1] == 0.5 && seconds[2] == 0.5);
  /* One call is not measured. */
  EXPECT_EQ(1 + 4 * 3, calls);
  EXPECT_EQ(3, platform_before);
  EXPECT_EQ(3, platform_after);
  EXPECT_EQ(2, platform_allocations);
  EXPECT_EQ(0, TVMByteArrayFree(bytes));
  EXPECT_EQ(0, platform_allocations);
}

TEST(the_number_grows_until_it_takes_long_enough) {
  TVMFunctionHandle timed;
  TVMValue value;
  int code;
  prepare(1, 1);
  args[6].v_int64 = 1000;
  args[7].v_int64 = 3;
  platform_seconds = 0.25;
  EXPECT_EQ(0, make(12, &timed));
  /* With a clock that stands still, the number would grow forever: the function
   * fails instead. */
  fails_at = 40;
  EXPECT_EQ(5, TVMFuncCall(timed, NULL, NULL, 0, &value, &code));
  EXPECT_EQ(40, calls);
  /* 1, 5, 21, and within the 85. */
  EXPECT_EQ(4, platform_before);
  EXPECT_EQ(0, platform_timer_runs);
  EXPECT_EQ(0, platform_allocations);
  EXPECT_EQ(kTVMNullptr, code);
}

TEST(a_timer_that_stands_still_is_given_up) {
  TVMFunctionHandle timed;
  TVMValue value;
  int code;
  prepare(2, 1);
  args[6].v_int64 = 1000;
  args[7].v_int64 = 3;
  EXPECT_EQ(0, make(12, &timed));
  EXPECT_EQ(0, TVMFuncCall(timed, NULL, NULL, 0, &value, &code));
  EXPECT_EQ(1 + 2 * 3, calls);
  EXPECT_EQ(0, TVMByteArrayFree(value.v_handle));
}

TEST(only_the_newest_counts) {
  TVMFunctionHandle first, second;
  TVMValue value;
  int code;
  prepare(1, 1);
  EXPECT_EQ(0, make(12, &first));
  EXPECT_EQ(0, make(12, &second));
  EXPECT_EQ(0x0900, TVMFuncCall(first, NULL, NULL, 0, &value, &code));
  EXPECT_EQ(0, TVMFuncCall(second, NULL, NULL, 0, &value, &code));
  EXPECT_EQ(0, TVMByteArrayFree(value.v_handle));
}

TEST(wrong_arguments_have_codes) {
  TVMFunctionHandle timed;
  prepare(1, 1);
  EXPECT_EQ(0x0800, make(11, &timed));
  codes[11] = kTVMArgInt;
  EXPECT_EQ(0x0801, make(12, &timed));
  codes[11] = kTVMStr;
  codes[0] = kTVMArgInt;
  EXPECT_EQ(0x0801, make(12, &timed));
  codes[0] = kTVMModuleHandle;
  codes[1] = kTVMArgInt;
  EXPECT_EQ(0x0801, make(12, &timed));
  prepare(0, 1);
  EXPECT_EQ(0x0803, make(12, &timed));
}

/* As many results as fit in the address space, and one more, which is 8 bytes
 * too much.
 */
TEST(results_that_no_memory_holds_are_refused) {
  TVMFunctionHandle timed;
  TVMValue value;
  int code;
  prepare(1, (int64_t)(SIZE_MAX / sizeof(double)) + 2);
  EXPECT_EQ(0x0803, make(12, &timed));
  EXPECT_TEXT("runtime.RPCTimeEvaluator: no memory holds the results of that "
              "many repetitions",
              TVMGetLastError());
  args[5].v_int64 = INT64_MAX;
  EXPECT_EQ(0x0803, make(12, &timed));
  args[5].v_int64 = (int64_t)(SIZE_MAX / sizeof(double));
  EXPECT_EQ(0, make(12, &timed));
  EXPECT_EQ(0x0503, TVMFuncCall(timed, NULL, NULL, 0, &value, &code));
  EXPECT_EQ(0, platform_allocations);
  EXPECT_EQ(0, calls);
}

/* The number of calls that would take long enough does not fit in an integer.
 */
TEST(the_number_grows_to_the_largest_integer) {
  TVMFunctionHandle timed;
  TVMValue value;
  int code;
  prepare(1, 1);
  args[6].v_int64 = INT64_MAX;
  platform_seconds = 1e-300;
  fails_at = 40;
  EXPECT_EQ(0, make(12, &timed));
  EXPECT_EQ(5, TVMFuncCall(timed, NULL, NULL, 0, &value, &code));
  EXPECT_EQ(40, calls);
  EXPECT_EQ(2, platform_before);
}

TEST(it_cannot_wait) {
  TVMFunctionHandle timed;
  prepare(1, 1);
  args[8].v_int64 = 10;
  EXPECT_EQ(0x0802, make(12, &timed));
  EXPECT_TEXT("runtime.RPCTimeEvaluator cannot wait: cooldown_interval_ms must "
              "be 0",
              TVMGetLastError());
}

TEST(errors_free_what_was_allocated) {
  TVMFunctionHandle timed;
  TVMValue value;
  int code;
  prepare(1, 1);
  EXPECT_EQ(0, make(12, &timed));
  platform_memory_ends_after = 1;
  EXPECT_EQ(0x0503, TVMFuncCall(timed, NULL, NULL, 0, &value, &code));
  EXPECT_EQ(0, platform_allocations);
  platform_memory_ends_after = -1;
  platform_timer_runs = 1;
  EXPECT_EQ(0x0504, TVMFuncCall(timed, NULL, NULL, 0, &value, &code));
  EXPECT_EQ(0, platform_allocations);
  args[1].v_str = "nothing";
  EXPECT_EQ(0x0100, make(12, &timed));
}

SUITE(time_evaluator, CASE(means_are_returned_as_bytes),
      CASE(the_number_grows_until_it_takes_long_enough),
      CASE(a_timer_that_stands_still_is_given_up), CASE(only_the_newest_counts),
      CASE(wrong_arguments_have_codes),
      CASE(results_that_no_memory_holds_are_refused),
      CASE(the_number_grows_to_the_largest_integer), CASE(it_cannot_wait),
      CASE(errors_free_what_was_allocated));
