/*===- parallel.c - Parallel loops in one thread
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "internal.h"

int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                             int num_task) {
  /* One task does all the work, whatever number was requested: the loop is
   * divided by the number of tasks in the group. */
  int32_t counter = 0;
  TVMParallelGroupEnv group;
  (void)num_task;
  group.sync_handle = &counter;
  group.num_task = 1;
  return flambda(0, &group, cdata);
}

int TVMBackendParallelBarrier(int task_id, TVMParallelGroupEnv *penv) {
  if (task_id != 0 || penv->num_task != 1)
    return tir_crt_fail("TVMBackendParallelBarrier: tasks do not run at the "
                        "same time here",
                        NULL, NULL);
  return 0;
}
