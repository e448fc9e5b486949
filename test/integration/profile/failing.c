/* Prints the kernels and the hooks in the order in which failing.mlir calls
 * them.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>

#include "tvmgen_failing.h"

void tvmgen_failing_profile_begin(int32_t kernel) {
  printf("begin %ld\n", (long)kernel);
}

void tvmgen_failing_profile_end(int32_t kernel) {
  printf("end %ld\n", (long)kernel);
}

int32_t first(int8_t *x, int8_t *y) {
  *y = *x;
  return 0;
}

int32_t second(int8_t *x, int8_t *y) {
  *y = *x;
  return 7;
}

int32_t third(int8_t *x) {
  (void)x;
  return 0;
}

/* What the runtime and the application provide with some of the options. */
void *TVMBackendAllocWorkspace(int type, int id, uint64_t size, int code,
                               int bits);
int TVMBackendFreeWorkspace(int type, int id, void *memory);
void tvmgen_failing_on_error(int32_t code, const char *op, const char *device);

void *TVMBackendAllocWorkspace(int type, int id, uint64_t size, int code,
                               int bits) {
  static unsigned char memory[64] __attribute__((aligned(64)));
  (void)type;
  (void)id;
  (void)code;
  (void)bits;
  return size <= sizeof memory ? memory : NULL;
}

int TVMBackendFreeWorkspace(int type, int id, void *memory) {
  (void)type;
  (void)id;
  (void)memory;
  return 0;
}

void tvmgen_failing_on_error(int32_t code, const char *op, const char *device) {
  (void)code;
  (void)op;
  (void)device;
}

int main(void) {
  int8_t x[4] = {0}, y[4];
  struct tvmgen_failing_inputs inputs = {x};
  struct tvmgen_failing_outputs outputs = {y};
  printf("code %ld\n", (long)tvmgen_failing_run(&inputs, &outputs));
  return 0;
}
