/*===- host_platform.c - The platform functions on an operating system
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>

#include "harness.h"

static const DLDevice cpu = {kDLCPU, 0};

const TVMModule *TVMSystemLibEntryPoint(void) { return NULL; }

void test_reset(void) {
  EXPECT_EQ(0, TVMPlatformInitialize());
  EXPECT_EQ(0, TVMInitializeRuntime());
}

TEST(the_timer_runs_or_does_not) {
  double seconds = -1;
  EXPECT_EQ(0x0504, TVMPlatformTimerStop(&seconds));
  EXPECT_EQ(0, TVMPlatformTimerStart());
  EXPECT_EQ(0x0504, TVMPlatformTimerStart());
  EXPECT_EQ(0, TVMPlatformTimerStop(&seconds));
  EXPECT(seconds >= 0 && seconds < 60);
  EXPECT_EQ(0x0504, TVMPlatformTimerStop(&seconds));
  /* These are the runtime's own definitions. */
  EXPECT_EQ(0, TVMPlatformBeforeMeasurement());
  EXPECT_EQ(0, TVMPlatformAfterMeasurement());
}

TEST(memory_is_given_and_taken) {
  void *block = NULL;
  EXPECT_EQ(0, TVMPlatformMemoryAllocate(0, cpu, &block));
  EXPECT(block != NULL);
  EXPECT_EQ(0, TVMPlatformMemoryFree(block, cpu));
  EXPECT_EQ(0, TVMPlatformMemoryFree(NULL, cpu));
  block = &block;
  EXPECT_EQ(0x0503, TVMPlatformMemoryAllocate(SIZE_MAX / 2 + 1, cpu, &block));
  EXPECT_PTR(&block, block);
}

static size_t format(char *out, size_t size, const char *text, ...) {
  va_list args;
  size_t length;
  va_start(args, text);
  length = TVMPlatformFormatMessage(out, size, text, args);
  va_end(args);
  return length;
}

TEST(messages_are_formatted) {
  char text[8];
  EXPECT_EQ(3, format(text, sizeof(text), "%d%s", 42, "!"));
  EXPECT_TEXT("42!", text);
  EXPECT_EQ(9, format(text, sizeof(text), "%09d", 1));
  EXPECT_TEXT("0000000", text);
}

/* Called as a global function, on half of a tensor. */
TEST(random_bytes_fill_a_tensor) {
  uint8_t data[64];
  int64_t shape[] = {32};
  DLTensor tensor;
  TVMFunctionHandle fill;
  TVMValue argument, value;
  int type_code = kTVMDLTensorHandle, code, i, differ = 0;
  memset(data, 0, sizeof(data));
  memset(&tensor, 0, sizeof(tensor));
  tensor.data = data;
  tensor.byte_offset = 32;
  tensor.ndim = 1;
  tensor.shape = shape;
  tensor.dtype.bits = 8;
  tensor.dtype.lanes = 1;
  argument.v_handle = &tensor;
  EXPECT_EQ(0, TVMFuncGetGlobal("tvm.contrib.random.random_fill", &fill));
  EXPECT_EQ(0, TVMFuncCall(fill, &argument, &type_code, 1, &value, &code));
  for (i = 0; i < 32; ++i) {
    EXPECT_EQ(0, data[i]);
    differ += data[32 + i] != 0;
  }
  EXPECT(differ > 16);
}

SUITE(host_platform, CASE(the_timer_runs_or_does_not),
      CASE(memory_is_given_and_taken), CASE(messages_are_formatted),
      CASE(random_bytes_fill_a_tensor));

int main(void) {
  static const test_suite *const suites[] = {&host_platform};
  return test_main(suites, 1);
}
