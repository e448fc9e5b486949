/* Runs a compiled model on a stack of its own and prints how much of it the
 * model wrote, for the machine that it runs on.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "binding.h"

enum { WORDS = 1 << 18 };
static const uint64_t unused = 0xA5A5A5A5A5A5A5A5u;
static uint64_t stack[WORDS] __attribute__((aligned(4096)));
static uint64_t *top;

#define X(field, size, alignment)                                              \
  static unsigned char in_##field[size] __attribute__((aligned(alignment)));
FOR_EACH_INPUT(X)
#undef X
#define X(field, size, alignment)                                              \
  static unsigned char out_##field[size] __attribute__((aligned(alignment)));
FOR_EACH_OUTPUT(X)
#undef X

static void *run(void *status) {
  MODEL_INPUTS inputs;
  MODEL_OUTPUTS outputs;
#define X(field, size, alignment) inputs.field = in_##field;
  FOR_EACH_INPUT(X)
#undef X
#define X(field, size, alignment) outputs.field = out_##field;
  FOR_EACH_OUTPUT(X)
#undef X
  /* Below its own frame; nothing is called in between. */
  __asm__ volatile("mov %%rsp, %0" : "=r"(top));
  for (volatile uint64_t *word = stack; word != top; ++word)
    *word = unused;
  *(int32_t *)status = MODEL_RUN(&inputs, &outputs);
  return status;
}

int main(void) {
  int32_t status = -1;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstack(&attributes, stack, sizeof(stack)) != 0 ||
      pthread_create(&thread, &attributes, run, &status) != 0 ||
      pthread_join(thread, NULL) != 0 || status != 0)
    return 1;
  const unsigned char *byte = (const unsigned char *)stack;
  while (byte != (const unsigned char *)top && *byte == (unsigned char)unused)
    ++byte;
  printf("stack %zu\n", (size_t)((uintptr_t)top - (uintptr_t)byte));
  return 0;
}
