/* Runs a compiled model over a file of inputs and writes a file of outputs.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * harness INPUTS OUTPUTS: both files hold one case after another, and in a case
 * one tensor after the other, in the order of the structs. Every tensor has an
 * allocation of exactly its size, so that AddressSanitizer sees any access
 * beside it. The cases run a second time in the opposite order, with tensors
 * aligned as the header asks and no better, and must give the same bytes:
 * nothing may stay behind in the workspace.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "binding.h"

static size_t input_bytes(void) {
  size_t bytes = 0;
#define X(field, size, alignment) bytes += (size);
  FOR_EACH_INPUT(X)
#undef X
  return bytes;
}

static size_t output_bytes(void) {
  size_t bytes = 0;
#define X(field, size, alignment) bytes += (size);
  FOR_EACH_OUTPUT(X)
#undef X
  return bytes;
}

static void fail(const char *what) {
  fprintf(stderr, "harness: %s\n", what);
  exit(2);
}

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory)
    fail("out of memory");
  return memory;
}

/* Returns memory at `offset` from an address that malloc aligns well; it ends
 * where the allocation ends. */
static void *allocate_at(size_t offset, size_t bytes) {
  return (unsigned char *)allocate(offset + bytes) + offset;
}

static void release_at(size_t offset, void *memory) {
  free((unsigned char *)memory - offset);
}

/* `from` and `to` point to one case. `shifted` aligns the tensors as the header
 * requires and not better. */
static void run_case(const unsigned char *from, unsigned char *to,
                     int shifted) {
  MODEL_INPUTS inputs;
  MODEL_OUTPUTS outputs;
#define X(field, size, alignment)                                              \
  inputs.field = allocate_at(shifted ? (alignment) : 0, size);                 \
  memcpy(inputs.field, from, (size));                                          \
  from += (size);
  FOR_EACH_INPUT(X)
#undef X
#define X(field, size, alignment)                                              \
  outputs.field = allocate_at(shifted ? (alignment) : 0, size);                \
  memset(outputs.field, 0xA5, (size));
  FOR_EACH_OUTPUT(X)
#undef X
  if (MODEL_RUN(&inputs, &outputs) != 0)
    fail("the model returned an error");
#define X(field, size, alignment)                                              \
  memcpy(to, outputs.field, (size));                                           \
  to += (size);                                                                \
  release_at(shifted ? (alignment) : 0, outputs.field);
  FOR_EACH_OUTPUT(X)
#undef X
#define X(field, size, alignment)                                              \
  release_at(shifted ? (alignment) : 0, inputs.field);
  FOR_EACH_INPUT(X)
#undef X
}

static unsigned char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0)
    fail("cannot open the inputs");
  const long end = ftell(file);
  rewind(file);
  if (end < 0)
    fail("cannot read the inputs");
  *size = (size_t)end;
  unsigned char *content = allocate(*size + 1);
  if (fread(content, 1, *size, file) != *size)
    fail("cannot read the inputs");
  fclose(file);
  return content;
}

int main(int argc, char **argv) {
  if (argc != 3)
    fail("usage: harness INPUTS OUTPUTS");
  size_t size;
  unsigned char *inputs = read_file(argv[1], &size);
  /* A model without inputs has one case. */
  const size_t a_case = input_bytes() == 0 ? 1 : input_bytes();
  const size_t cases = input_bytes() == 0 ? 1 : size / a_case;
  if (cases == 0 || size != cases * input_bytes())
    fail("the inputs are not a whole number of cases");
  unsigned char *outputs = allocate(cases * output_bytes());
  unsigned char *again = allocate(output_bytes());
  for (size_t i = 0; i < cases; ++i)
    run_case(inputs + i * input_bytes(), outputs + i * output_bytes(), 0);
  for (size_t i = cases; i-- > 0;) {
    run_case(inputs + i * input_bytes(), again, 1);
    if (memcmp(again, outputs + i * output_bytes(), output_bytes()) != 0)
      fail("a case gave other bytes when it ran a second time");
  }
  FILE *file = fopen(argv[2], "wb");
  if (!file ||
      fwrite(outputs, 1, cases * output_bytes(), file) !=
          cases * output_bytes() ||
      fclose(file) != 0)
    fail("cannot write the outputs");
  free(again);
  free(outputs);
  free(inputs);
  return 0;
}
