/*===- backend.c - Runtime functions that generated code calls
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/c_backend_api.h>

#include "support.h"

TEST(workspaces_come_from_the_platform) {
  void *first = TVMBackendAllocWorkspace(kDLCPU, 0, 100, kDLInt, 8);
  void *second = TVMBackendAllocWorkspace(kDLMicroDev, 3, 1, kDLFloat, 32);
  EXPECT(first != NULL && second != NULL);
  memset(first, 1, 100);
  memset(second, 2, 1);
  EXPECT_EQ(2, platform_allocations);
  EXPECT_EQ(0, TVMBackendFreeWorkspace(kDLMicroDev, 3, second));
  EXPECT_EQ(3, platform_last_device.device_id);
  EXPECT_EQ(kDLMicroDev, (int)platform_last_device.device_type);
  EXPECT_EQ(0, TVMBackendFreeWorkspace(kDLCPU, 0, first));
  EXPECT_EQ(0, platform_allocations);
}

TEST(no_workspace_is_null_with_text) {
  EXPECT(TVMBackendAllocWorkspace(kDLCPU, 0, 0, kDLInt, 8) == NULL);
  EXPECT_TEXT("no workspace of this many bytes: 0x0", TVMGetLastError());
  platform_memory_ends_after = 0;
  EXPECT(TVMBackendAllocWorkspace(kDLCPU, 0, 0x1234, kDLInt, 8) == NULL);
  EXPECT_TEXT("no workspace of this many bytes: 0x1234", TVMGetLastError());
  platform_memory_ends_after = -1;
  /* With 32-bit addresses, this would be 0 bytes if it were truncated. */
  EXPECT(TVMBackendAllocWorkspace(kDLCPU, 0, UINT64_C(1) << 32, kDLInt, 8) ==
             NULL ||
         sizeof(size_t) == 8);
}

static int tasks, group_size;

static int task(int task_id, TVMParallelGroupEnv *penv, void *cdata) {
  EXPECT_EQ(0, task_id);
  EXPECT(penv->sync_handle != NULL);
  EXPECT_EQ(0, TVMBackendParallelBarrier(task_id, penv));
  group_size = penv->num_task;
  ++tasks;
  return *(int *)cdata;
}

TEST(a_parallel_loop_is_one_task) {
  int code;
  tasks = 0;
  for (code = -1; code < 2; ++code)
    EXPECT_EQ(code, TVMBackendParallelLaunch(task, &code, 4 * (code + 1)));
  EXPECT_EQ(3, tasks);
  EXPECT_EQ(1, group_size);
}

TEST(a_barrier_that_would_wait_is_an_error) {
  TVMParallelGroupEnv group = {NULL, 2};
  EXPECT_EQ(-1, TVMBackendParallelBarrier(0, &group));
  group.num_task = 1;
  EXPECT_EQ(0, TVMBackendParallelBarrier(0, &group));
  EXPECT_EQ(-1, TVMBackendParallelBarrier(1, &group));
  EXPECT_TEXT("TVMBackendParallelBarrier: tasks do not run at the same time "
              "here",
              TVMGetLastError());
}

static void *handle;
static int runs;

static int initialize(void *cdata) {
  ++runs;
  /* A recursive call ends. */
  EXPECT_EQ(0, TVMBackendRunOnce(&handle, initialize, cdata, 0));
  return *(int *)cdata;
}

TEST(it_runs_once_unless_it_fails) {
  int code = 5;
  handle = NULL;
  runs = 0;
  EXPECT_EQ(5, TVMBackendRunOnce(&handle, initialize, &code, sizeof(code)));
  EXPECT(handle == NULL);
  code = 0;
  EXPECT_EQ(0, TVMBackendRunOnce(&handle, initialize, &code, sizeof(code)));
  EXPECT(handle != NULL);
  EXPECT_EQ(0, TVMBackendRunOnce(&handle, initialize, &code, sizeof(code)));
  EXPECT_EQ(2, runs);
}

TEST(surroundings_are_known_by_name) {
  EXPECT_EQ(0, TVMBackendRegisterEnvCAPI("PyErr_CheckSignals", &runs));
  EXPECT_EQ(0, TVMBackendRegisterEnvCAPI("PyGILState_Ensure", &runs));
  EXPECT_EQ(0, TVMBackendRegisterEnvCAPI("PyGILState_Release", &runs));
  EXPECT_EQ(-1, TVMBackendRegisterEnvCAPI("fork", &runs));
  EXPECT_TEXT("TVMBackendRegisterEnvCAPI: unknown function fork",
              TVMGetLastError());
}

SUITE(backend, CASE(workspaces_come_from_the_platform),
      CASE(no_workspace_is_null_with_text), CASE(a_parallel_loop_is_one_task),
      CASE(a_barrier_that_would_wait_is_an_error),
      CASE(it_runs_once_unless_it_fails), CASE(surroundings_are_known_by_name));
