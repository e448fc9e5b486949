/* Runs a model that was compiled with tasks, with 1 to 8 threads, and the same
   model without tasks: all outputs have the same bits. Returns how many
   launches there were as text.

   With RUNS_TWICE, two threads run all tasks of a launch, as no application
   may: ThreadSanitizer has to report it. With CODE, each launch fails with that
   code before it runs anything, and the run returns it. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tvmgen_serial.h"
#include "tvmgen_tasks.h"

#include INCLUDE_ARRAYS

#if defined(RUNS_TWICE)
#include "tvm/runtime/c_backend_api.h"
#include <pthread.h>

struct launch {
  FTVMParallelLambda task;
  void *data;
  int code;
};

static void *run_all(void *pointer) {
  struct launch *launch = pointer;
  TVMParallelGroupEnv group = {NULL, 1};
  launch->code = launch->task(0, &group, launch->data);
  return NULL;
}

int TVMBackendParallelLaunch(FTVMParallelLambda task, void *data, int count) {
  struct launch launches[2] = {{task, data, count}, {task, data, count}};
  pthread_t other;
  if (pthread_create(&other, NULL, run_all, &launches[1]) != 0)
    return 1;
  run_all(&launches[0]);
  pthread_join(other, NULL);
  return launches[0].code | launches[1].code;
}

static int pool_start(int threads) { return threads < 1; }
static void pool_stop(void) {}
static unsigned long pool_launches(void) { return 1; }
#elif defined(CODE)
#include "tvm/runtime/c_backend_api.h"

static unsigned long launches;

int TVMBackendParallelLaunch(FTVMParallelLambda task, void *data, int count) {
  ++launches;
  return task != NULL && data != NULL && count == 0 ? CODE : 1;
}

static int pool_start(int threads) { return threads < 1; }
static void pool_stop(void) {}
static unsigned long pool_launches(void) { return launches; }
#else
#include "pool.h"
#endif

static void fill(unsigned char *bytes, size_t count, int float_bytes) {
  static uint32_t state = 1;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    bytes[i] = (unsigned char)(state >> 24);
    if (float_bytes == 1)
      bytes[i] &= 1;
    /* Floats between about 0.01 and 100, and no NaN. */
    if (float_bytes > 1 && (int)(i % (size_t)float_bytes) == float_bytes - 1)
      bytes[i] = (unsigned char)(0x3c + (state >> 30) + (state >> 24 & 0x80));
  }
}

int main(void) {
  fill_inputs();
  int32_t code =
      tvmgen_serial_run((struct tvmgen_serial_inputs *)(void *)inputs,
                        (struct tvmgen_serial_outputs *)(void *)expected);
  if (code != 0)
    return 2;
  for (int threads = 1; threads <= 8; ++threads) {
    if (pool_start(threads) != 0)
      return 3;
    clear_outputs();
    code = tvmgen_tasks_run((struct tvmgen_tasks_inputs *)(void *)inputs,
                            (struct tvmgen_tasks_outputs *)(void *)outputs);
#ifdef CODE
    printf("code %d, %lu launches\n", (int)code, pool_launches());
    return 0;
#endif
    if (code != 0)
      return 4;
    int different = find_difference();
    if (different >= 0) {
      printf("%d threads: output %d differs\n", threads, different);
      return 5;
    }
    if (threads == 8)
      printf("%lu launches\n", pool_launches());
    pool_stop();
  }
  return 0;
}
