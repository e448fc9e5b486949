/* Models of one program in several threads: two that may run at the same time,
 * and one that excludes both. For ThreadSanitizer.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * program.h is as for interrupts.c, with the models digits, ad01 and kws.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

typedef struct {
  const char *name;
  int32_t (*run)(const unsigned char *input, unsigned char *output);
  const unsigned char *inputs, *outputs;
  uint32_t cases, input_bytes, output_bytes;
  uint32_t right, refused, wrong;
} worker;

#define DEFINE_RUN(name)                                                       \
  static int32_t run_##name(const unsigned char *input,                        \
                            unsigned char *output) {                           \
    return tvmgen_##name##_run_typed((const int8_t *)input, (int8_t *)output); \
  }
EACH_MODEL(DEFINE_RUN)

static void *work(void *argument) {
  worker *one = argument;
  for (uint32_t i = 0; i < RUNS; ++i) {
    unsigned char output[1024];
    const uint32_t number = i % one->cases;
    memset(output, 0x5A, sizeof(output));
    const int32_t code =
        one->run(one->inputs + number * one->input_bytes, output);
    uint32_t untouched = 0;
    for (uint32_t byte = 0; byte < one->output_bytes; ++byte)
      untouched += output[byte] == 0x5A;
    if (code == 0 && memcmp(output, one->outputs + number * one->output_bytes,
                            one->output_bytes) == 0)
      ++one->right;
    else if (code == -1 && untouched == one->output_bytes)
      ++one->refused;
    else
      ++one->wrong;
  }
  return NULL;
}

#define ROW(name)                                                              \
  {#name,                                                                      \
   run_##name,                                                                 \
   name##_inputs[0],                                                           \
   name##_outputs[0],                                                          \
   name##_cases,                                                               \
   sizeof(name##_inputs[0]),                                                   \
   sizeof(name##_outputs[0]),                                                  \
   0,                                                                          \
   0,                                                                          \
   0},

int main(void) {
  /* Two threads of each model, so that a model also meets itself. */
  static worker workers[] = {EACH_MODEL(ROW) EACH_MODEL(ROW)};
  enum { count = sizeof(workers) / sizeof(workers[0]) };
  pthread_t threads[count];
  if (PROGRAM_INIT() != 0)
    return 1;
  for (int i = 0; i < count; ++i)
    if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0)
      return 1;
  for (int i = 0; i < count; ++i)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < count; ++i)
    printf("%s right %u refused %u wrong %u\n", workers[i].name,
           (unsigned)workers[i].right, (unsigned)workers[i].refused,
           (unsigned)workers[i].wrong);
  return 0;
}
