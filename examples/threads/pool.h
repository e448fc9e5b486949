/* A pool of threads for models that were compiled with --threads.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef POOL_H
#define POOL_H

/* Starts the pool: with the thread that calls a model, `threads` threads compute, 1 to 64. Returns
 * 0, or an error number of pthread_create. A model also runs without a pool, in one thread. */
int pool_start(int threads);

/* Ends the threads. No model may run. */
void pool_stop(void);

/* Returns how many launches the pool has divided since it started. */
unsigned long pool_launches(void);

#endif
