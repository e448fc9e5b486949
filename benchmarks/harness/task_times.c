/* Runs the tasks of a launch one after the other, and measures each, so that
 * the figures need no second processor.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <time.h>

#include "tvm/runtime/c_backend_api.h"

/* How many tasks the next launches have, and what all of them took since the
 * last call of `task_times_start`: all tasks, and the longest of each launch,
 * in seconds of this thread's processor. */
static int count = 1;
static double all, longest;
static int launches;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void task_times_start(int tasks) {
  count = tasks;
  all = longest = 0;
  launches = 0;
}

void task_times_get(double times[2], int *number) {
  times[0] = all;
  times[1] = longest;
  *number = launches;
}

int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                             int num_task) {
  TVMParallelGroupEnv group = {NULL, count};
  double most = 0;
  (void)num_task;
  for (int id = 0; id < count; ++id) {
    double begin = now();
    int code = flambda(id, &group, cdata);
    double taken = now() - begin;
    if (code != 0)
      return code;
    all += taken;
    most = taken > most ? taken : most;
  }
  longest += most;
  ++launches;
  return 0;
}
