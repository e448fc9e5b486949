/* Runs a model with hooks on an emulated machine: reads inputs, and what
 * kernels get in place of the results before them, from one file, and writes
 * what was computed to another.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * program.h, which is written for each model, has rows X(number, bytes) for its
 * tensors, X(number, offset, bytes, whole) for each result that a hook shows
 * (the part that a call computes, and the whole tensor, which lies at `offset`
 * behind the inputs of a run), and macros for the rest.
 *
 * The first file has the contents of the pools, and then, for each run, the
 * inputs and the results. The second one has, for each call of a hook, its
 * number and the bytes that it shows, and for each run the number END_OF_RUN,
 * the code that the model returned, and the outputs.
 */
#include <string.h>

#include "files.h"

#define END_OF_RUN 0xFFFFFFFFu

/* `.external` is not initialised. */
#ifdef HAS_C_LIBRARY
#define EXTERNAL __attribute__((aligned(64)))
#else
#define EXTERNAL __attribute__((aligned(64), section(".external")))
#endif
#define X(number, bytes) static unsigned char input##number[bytes] EXTERNAL;
FOR_EACH_INPUT(X)
#undef X
#define X(number, bytes) static unsigned char output##number[bytes] EXTERNAL;
FOR_EACH_OUTPUT(X)
#undef X
#define X(number, bytes) static unsigned char pool##number[bytes] EXTERNAL;
FOR_EACH_POOL(X)
#undef X

/* Not each model has tensors of each kind. The last pointer is null. */
#define UNUSED __attribute__((unused))
#define X(number, bytes) input##number,
static UNUSED void *inputs[] = {FOR_EACH_INPUT(X) 0};
#undef X
#define X(number, bytes) output##number,
static UNUSED void *outputs[] = {FOR_EACH_OUTPUT(X) 0};
#undef X
#define X(number, bytes) pool##number,
static UNUSED void *pools[] = {FOR_EACH_POOL(X) 0};
#undef X
static UNUSED unsigned char state[STATE_BYTES + 1] EXTERNAL;

static const struct {
  uint32_t offset, bytes, whole;
} results[] = {
#define X(number, offset, bytes, whole) {offset, bytes, whole},
    FOR_EACH_RESULT(X)
#undef X
        {0, 0, 0}};

/* How often each result was shown in this run. */
static uint32_t calls[sizeof(results) / sizeof(*results)];
/* Where the results of this run begin in the file. */
static uint32_t results_begin;

static void show(uint32_t number, void *result) {
  const uint32_t bytes = results[number].bytes;
  const uint32_t begin = calls[number]++ * bytes;
  if (bytes == 0 || begin + bytes > results[number].whole)
    return;
  write_bytes(&number, sizeof(number));
  write_bytes(result, bytes);
  seek(results_begin + results[number].offset + begin);
  read_bytes(result, bytes);
}

/* The model declares each with its own type of buffer. */
#define X(number, offset, bytes, whole)                                        \
  void tirc_check_result_##number(int32_t, void *);                            \
  void tirc_check_result_##number(int32_t index, void *result) {               \
    show((uint32_t)index, result);                                             \
  }
FOR_EACH_RESULT(X)
#undef X

static void run(uint32_t number) {
  const uint32_t end = END_OF_RUN;
  const uint32_t begin = POOL_BYTES + number * RUN_BYTES;
  seek(begin);
#define X(index, bytes) read_bytes(input##index, (bytes));
  FOR_EACH_INPUT(X)
#undef X
  results_begin = begin + INPUT_BYTES;
#define X(index, bytes) memset(output##index, UNWRITTEN(number), (bytes));
  FOR_EACH_OUTPUT(X)
#undef X
  memset(calls, 0, sizeof(calls));
  PLACE_INPUTS
  const int32_t code = MODEL_RUN;
  TAKE_OUTPUTS
  write_bytes(&end, sizeof(end));
  write_bytes(&code, sizeof(code));
#define X(index, bytes) write_bytes(output##index, (bytes));
  FOR_EACH_OUTPUT(X)
#undef X
}

int main(void) {
  open_files();
#define X(number, bytes) read_bytes(pool##number, (bytes));
  FOR_EACH_POOL(X)
#undef X
  MODEL_RESET;
  for (uint32_t number = 0; number < RUNS; ++number)
    run(number);
  close_files();
  say("ended\n");
  return 0;
}
