/* Runs the models of a table over a file of inputs and writes a file of
 * outputs.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * program INPUTS OUTPUTS: both files hold one model after another, and in a
 * model one tensor after the other. Every tensor has an allocation of exactly
 * its size, so that AddressSanitizer sees any access beside it. Every model
 * runs a second time, with tensors aligned as the header asks and no better,
 * and must give the same bytes.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TENSORS = 512 };

struct model {
  int32_t (*run)(void **inputs, void **outputs);
  int input_count;
  size_t input_sizes[MOST_TENSORS], input_alignments[MOST_TENSORS];
  int output_count;
  size_t output_sizes[MOST_TENSORS], output_alignments[MOST_TENSORS];
};

static void fail(size_t model, const char *what) {
  fprintf(stderr, "harness: model %lu: %s\n", (unsigned long)model, what);
  exit(2);
}

/* Returns memory that ends where its allocation ends, `offset` bytes from an
 * address that malloc aligns well. */
static void *allocate_at(size_t offset, size_t bytes) {
  unsigned char *memory = malloc(offset + bytes);
  if (!memory)
    fail(0, "out of memory");
  return memory + offset;
}

/* Writes the outputs to `to`. Returns the number of bytes that were read, and
 * in `written` the number that were written. */
static size_t run_model(const struct model *model, size_t index,
                        const unsigned char *from, unsigned char *to,
                        size_t *written, int shifted) {
  void *inputs[MOST_TENSORS], *outputs[MOST_TENSORS];
  size_t read = 0;
  for (int i = 0; i < model->input_count; ++i) {
    inputs[i] = allocate_at(shifted ? model->input_alignments[i] : 0,
                            model->input_sizes[i]);
    memcpy(inputs[i], from + read, model->input_sizes[i]);
    read += model->input_sizes[i];
  }
  for (int i = 0; i < model->output_count; ++i) {
    outputs[i] = allocate_at(shifted ? model->output_alignments[i] : 0,
                             model->output_sizes[i]);
    memset(outputs[i], shifted ? 0x5A : 0xA5, model->output_sizes[i]);
  }
  if (model->run(inputs, outputs) != 0)
    fail(index, "an error code was returned");
  *written = 0;
  for (int i = 0; i < model->output_count; ++i) {
    memcpy(to + *written, outputs[i], model->output_sizes[i]);
    *written += model->output_sizes[i];
    free((unsigned char *)outputs[i] -
         (shifted ? model->output_alignments[i] : 0));
  }
  for (int i = 0; i < model->input_count; ++i) {
    if (memcmp(inputs[i], from, model->input_sizes[i]) != 0)
      fail(index, "an input was written to");
    from += model->input_sizes[i];
    free((unsigned char *)inputs[i] -
         (shifted ? model->input_alignments[i] : 0));
  }
  return read;
}

static int run_models(const struct model *models, size_t count, int argc,
                      char **argv) {
  FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (!file || fseek(file, 0, SEEK_END) != 0)
    fail(0, "cannot open the inputs");
  const size_t size = (size_t)ftell(file);
  rewind(file);
  unsigned char *inputs = allocate_at(0, size + 1);
  if (fread(inputs, 1, size, file) != size)
    fail(0, "cannot read the inputs");
  fclose(file);
  file = fopen(argv[2], "wb");
  if (!file)
    fail(0, "cannot open the outputs");
  size_t at = 0;
  for (size_t i = 0; i < count; ++i) {
    size_t bytes = 0, needed = 0, again = 0;
    for (int k = 0; k < models[i].output_count; ++k)
      bytes += models[i].output_sizes[k];
    for (int k = 0; k < models[i].input_count; ++k)
      needed += models[i].input_sizes[k];
    if (needed > size - at)
      fail(i, "the inputs are larger than the file");
    unsigned char *first = allocate_at(0, bytes),
                  *second = allocate_at(0, bytes);
    run_model(&models[i], i, inputs + at, first, &bytes, 0);
    at += run_model(&models[i], i, inputs + at, second, &again, 1);
    if (memcmp(first, second, bytes) != 0)
      fail(i, "a second run gave other bytes");
    if (fwrite(first, 1, bytes, file) != bytes)
      fail(i, "cannot write the outputs");
    free(first);
    free(second);
  }
  if (at != size)
    fail(count, "the inputs are smaller than the file");
  free(inputs);
  return fclose(file) == 0 ? 0 : 2;
}
