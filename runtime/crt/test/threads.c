/*===- threads.c - Functions that the headers call thread-safe, in two threads
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* For ThreadSanitizer, with the host platform. If RACE is defined, the threads
 * do what the headers call unsafe, and the sanitizer must find it. */

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/internal/memory/page_allocator.h>
#include <tvm/runtime/crt/packed_func.h>
#include <tvm/runtime/crt/stack_allocator.h>

#include "harness.h"
#include "model.h"

enum { ROUNDS = 200 };

static const DLDevice cpu = {kDLCPU, 0};
static TVMModuleHandle module;

const TVMModule *TVMSystemLibEntryPoint(void) { return &model_module; }

/* Each thread has its own counter; harness.c counts for only one thread.
 */
#define MUST(condition)                                                        \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);          \
      return argument;                                                         \
    }                                                                          \
  } while (0)

void test_check(int good, const char *file, int line, const char *text) {
  if (!good)
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

void test_equal(int64_t expected, int64_t actual, const char *file, int line,
                const char *text) {
  test_check(expected == actual, file, line, text);
}

static int add_task(int task_id, TVMParallelGroupEnv *penv, void *cdata) {
  ++*(int *)cdata;
  return TVMBackendParallelBarrier(task_id, penv);
}

/* Looks up, calls, allocates and runs. Returns NULL if there was no error. */
static void *work(void *argument) {
  static uint8_t memories[2][1024] __attribute__((aligned(16)));
  static uint8_t pools[2][8192] __attribute__((aligned(16)));
  int thread = *(int *)argument, i;
  for (i = 0; i < ROUNDS; ++i) {
    TVMFunctionHandle function;
    TVMModuleHandle library;
    TVMValue value;
    TVMArgs args;
    TVMPackedFunc packed;
    TVMNDArray array;
    TVMArrayHandle handle;
    MemoryManagerInterface *manager;
    tvm_workspace_t workspace;
    const int64_t shape[] = {3};
    const DLDataType type = {kDLInt, 8, 1};
    void *block;
    int code, tasks = 0;

    MUST(TVMFuncGetGlobal("runtime.SystemLib", &function) == 0);
    MUST(TVMFuncCall(function, NULL, NULL, 0, &value, &code) == 0);
    library = value.v_handle;
    MUST(library == module);
    MUST(TVMModGetFunction(module, "tvmgen_sums_get_c_metadata", 0,
                           &function) == 0);
    MUST(TVMFuncCall(function, NULL, NULL, 0, &value, &code) == 0);
    MUST(value.v_handle == &model_metadata);
    MUST(TVMBackendGetFuncFromEnv(NULL, "tvmgen_nothing_get_c_metadata",
                                  &function) == 0);
    MUST(TVMFuncCall(function, NULL, NULL, 0, &value, &code) == 0);
    MUST(TVMFuncFree(function) == 0);

    memset(&args, 0, sizeof(args));
    MUST(TVMPackedFunc_InitModuleFunc(
             &packed, module, "tvmgen_nothing_get_c_metadata", &args) == 0);
    MUST(TVMPackedFunc_Call(&packed) == 0);

    MUST(TVMBackendParallelLaunch(add_task, &tasks, 0) == 0 && tasks == 1);
    block = TVMBackendAllocWorkspace(kDLCPU, 0, 16, kDLInt, 8);
    MUST(block != NULL);
    memset(block, thread, 16);
    MUST(TVMBackendFreeWorkspace(kDLCPU, 0, block) == 0);

    MUST(StackMemoryManager_Init(&workspace, memories[thread], 1024) == 0);
    MUST(StackMemoryManager_Allocate(&workspace, 100, &block) == 0);
    memset(block, thread, 100);
    MUST(StackMemoryManager_Free(&workspace, block) == 0);
    MUST(PageMemoryManagerCreate(&manager, pools[thread], 8192, 8) == 0);
    MUST(manager->Allocate(manager, 300, cpu, &block) == 0);
    memset(block, thread, 300);
    MUST(manager->Free(manager, block, cpu) == 0);

    MUST(TVMNDArray_Empty(1, shape, type, cpu, &array) == 0);
    MUST(TVMArrayAlloc(shape, 1, kDLInt, 8, 1, kDLCPU, 0, &handle) == 0);
    MUST(TVMArrayCopyFromTo(&array.dl_tensor, handle, NULL) == 0);
    MUST(TVMArrayFree(handle) == 0);
    MUST(TVMNDArray_Release(&array) == 0);

#ifdef RACE
    /* All threads share the last error. */
    MUST(TVMModGetFunction(module, "unknown", 0, &function) == 256);
#endif
  }
  return NULL;
}

/* Each thread has its own executors. The model of the tests counts its runs, so
 * that only one thread runs it. */
static void *execute(void *argument) {
  int i;
  for (i = 0; i < ROUNDS; ++i) {
    TVMAotExecutor *executor;
    const char *name;
    MUST(TVMAotExecutor_Create(module, cpu, &executor, "sums") == 0);
    MUST(TVMAotExecutor_GetInputIndex(executor, "weird name") == 1);
    MUST(TVMAotExecutor_GetInputName(executor, 0, &name) == 0);
    if (*(int *)argument == 0)
      MUST(TVMAotExecutor_Run(executor) == 0);
    MUST(TVMAotExecutor_Release(executor, cpu) == 0);
  }
  return NULL;
}

static int in_two_threads(void *(*function)(void *)) {
  static int numbers[2] = {0, 1};
  pthread_t threads[2];
  void *failed[2];
  int i;
  for (i = 0; i < 2; ++i)
    if (pthread_create(&threads[i], NULL, function, &numbers[i]) != 0)
      return 2;
  for (i = 0; i < 2; ++i)
    if (pthread_join(threads[i], &failed[i]) != 0)
      return 2;
  return failed[0] != NULL || failed[1] != NULL;
}

int main(void) {
  TVMFunctionHandle function;
  int status;
  model_reset();
  if (TVMInitializeRuntime() != 0 ||
      TVMModCreateFromCModule(&model_module, &module) != 0 ||
      TVMBackendGetFuncFromEnv(NULL, "tvmgen_sums_run", &function) != 0)
    return 2;
  status = in_two_threads(work);
  return status != 0 ? status : in_two_threads(execute);
}
