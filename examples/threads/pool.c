/* TVMBackendParallelLaunch over POSIX threads.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "pool.h"

#include <pthread.h>
#include <stddef.h>

#include "tvm/runtime/c_backend_api.h"

#define MOST_THREADS 64

/* Everything below `lock` is only accessed by the thread that has it. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t work, done;
  pthread_t threads[MOST_THREADS];
  int workers;
  int stops, busy;
  FTVMParallelLambda task;
  TVMParallelGroupEnv group;
  void *data;
  /* The next task, how many have not ended, and the first code that is not 0. */
  int next, left, code;
  unsigned long launches;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .work = PTHREAD_COND_INITIALIZER,
          .done = PTHREAD_COND_INITIALIZER};

/* Runs tasks of the launch until none is left to begin. */
static void run_tasks(void) {
  while (pool.next < pool.group.num_task) {
    int id = pool.next++;
    FTVMParallelLambda task = pool.task;
    void *data = pool.data;
    pthread_mutex_unlock(&pool.lock);
    int code = task(id, &pool.group, data);
    pthread_mutex_lock(&pool.lock);
    if (pool.code == 0)
      pool.code = code;
    if (--pool.left == 0)
      pthread_cond_signal(&pool.done);
  }
}

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&pool.lock);
  while (!pool.stops) {
    run_tasks();
    pthread_cond_wait(&pool.work, &pool.lock);
  }
  pthread_mutex_unlock(&pool.lock);
  return NULL;
}

int pool_start(int threads) {
  pool.stops = 0;
  pool.launches = 0;
  pool.group.num_task = 0;
  for (pool.workers = 0; pool.workers < threads - 1 && pool.workers < MOST_THREADS;
       ++pool.workers) {
    int error = pthread_create(&pool.threads[pool.workers], NULL, work, NULL);
    if (error != 0) {
      pool_stop();
      return error;
    }
  }
  return 0;
}

void pool_stop(void) {
  pthread_mutex_lock(&pool.lock);
  pool.stops = 1;
  pthread_cond_broadcast(&pool.work);
  pthread_mutex_unlock(&pool.lock);
  for (; pool.workers > 0; --pool.workers)
    pthread_join(pool.threads[pool.workers - 1], NULL);
}

unsigned long pool_launches(void) {
  pthread_mutex_lock(&pool.lock);
  unsigned long launches = pool.launches;
  pthread_mutex_unlock(&pool.lock);
  return launches;
}

/* The function that models call. One launch at a time has the threads; another one, of a model that
 * runs at the same time, runs in its own thread. */
int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata, int num_task) {
  pthread_mutex_lock(&pool.lock);
  if (pool.busy || pool.workers == 0) {
    pthread_mutex_unlock(&pool.lock);
    TVMParallelGroupEnv alone = {NULL, 1};
    return flambda(0, &alone, cdata);
  }
  pool.busy = 1;
  ++pool.launches;
  pool.task = flambda;
  pool.data = cdata;
  pool.group.sync_handle = NULL;
  pool.group.num_task = num_task > 0 ? num_task : pool.workers + 1;
  pool.left = pool.group.num_task;
  pool.next = pool.code = 0;
  pthread_cond_broadcast(&pool.work);
  run_tasks();
  while (pool.left > 0)
    pthread_cond_wait(&pool.done, &pool.lock);
  int code = pool.code;
  pool.busy = 0;
  pthread_mutex_unlock(&pool.lock);
  return code;
}
