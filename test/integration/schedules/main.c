/* Runs a compiled model several times, on this machine or on the emulated
 * board: reads the file `inputs`, which contains all inputs of each run, and
 * writes the file `outputs` in the same way.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In four runs each tensor lies at 0, 1, 2 and 3 times its alignment from an
 * address that is a multiple of 16; neighbours lie at different offsets. A run
 * must not write to inputs, or beside outputs: where AddressSanitizer does not
 * watch, bytes around each tensor do.
 *
 * A program of several models defines `main` and OUTPUTS_FILE for each of them.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "binding.h"
#include "runs.h" /* RUNS */

/* Whether the model may write its inputs. */
#ifndef OVERWRITES_INPUTS
#define OVERWRITES_INPUTS 0
#endif

#ifndef OUTPUTS_FILE
#define OUTPUTS_FILE "outputs"
#endif

#ifdef __arm__
#include "semihosting.h"
#endif

enum {
  OFFSETS = 4,
  MARK = 0xA5,
#ifdef __SANITIZE_ADDRESS__
  BYTES_BEHIND = 0 /* The allocation ends where the tensor ends. */
#else
  BYTES_BEHIND = 32
#endif
};

struct tensor {
  const char *name;
  size_t size, alignment, field;
};

#define X(field, size, alignment)                                              \
  {#field, size, alignment, offsetof(MODEL_INPUTS, field)},
static const struct tensor inputs[] = {FOR_EACH_INPUT(X)};
#undef X
#define X(field, size, alignment)                                              \
  {#field, size, alignment, offsetof(MODEL_OUTPUTS, field)},
static const struct tensor outputs[] = {FOR_EACH_OUTPUT(X)};
#undef X
enum {
  INPUTS = sizeof inputs / sizeof *inputs,
  OUTPUTS = sizeof outputs / sizeof *outputs
};

static int fail(const char *name, const char *what);

#ifdef __arm__

typedef int32_t file;
static unsigned char memory[8 << 20]
    __attribute__((aligned(16), section(".external")));
static size_t memory_used;

static file open_file(const char *name, int write) {
  return semihosting_open(name, strlen(name),
                          write ? SEMIHOSTING_WRITE : SEMIHOSTING_READ);
}

static int is_open(file file) { return file >= 0; }

static int read_bytes(file file, void *to, size_t size) {
  return semihosting_read_file(file, to, size) == 0;
}

static int write_bytes(file file, const void *from, size_t size) {
  return semihosting_write_file(file, from, size) == 0;
}

static void close_file(file file) { semihosting_close(file); }

static unsigned char *allocate(size_t size) {
  unsigned char *result = memory + memory_used;
  memory_used += (size + 15) & ~(size_t)15;
  if (memory_used > sizeof memory)
    semihosting_exit(fail("memory", "too small"));
  return result;
}

static void release(unsigned char *bytes) {
  memory_used = (size_t)(bytes - memory);
}

static void print(const char *text) { semihosting_write(text); }

#else

typedef FILE *file;

static file open_file(const char *name, int write) {
  return fopen(name, write ? "wb" : "rb");
}

static int is_open(file file) { return file != NULL; }

static int read_bytes(file file, void *to, size_t size) {
  return fread(to, 1, size, file) == size;
}

static int write_bytes(file file, const void *from, size_t size) {
  return fwrite(from, 1, size, file) == size;
}

static void close_file(file file) { fclose(file); }

static unsigned char *allocate(size_t size) {
  unsigned char *result = malloc(size);
  if (!result)
    exit(fail("memory", "too small"));
  return result;
}

static void release(unsigned char *bytes) { free(bytes); }

static void print(const char *text) { fputs(text, stdout); }

#endif

static int fail(const char *name, const char *what) {
  print(name);
  print(": ");
  print(what);
  print("\n");
  return 2;
}

/* Returns the bytes before the tensor number `index`. */
static size_t get_offset(const struct tensor *tensor, size_t index,
                         size_t run) {
  return (index + run) % OFFSETS * tensor->alignment;
}

static unsigned char *allocate_tensor(const struct tensor *tensor,
                                      size_t offset) {
  const size_t size = offset + tensor->size + BYTES_BEHIND;
  return memset(allocate(size), MARK, size);
}

static int is_marked(const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (bytes[i] != MARK)
      return 0;
  return 1;
}

static int is_intact(const struct tensor *tensor, const unsigned char *bytes,
                     size_t offset) {
  return is_marked(bytes, offset) &&
         is_marked(bytes + offset + tensor->size, BYTES_BEHIND);
}

static uint32_t get_digest(const unsigned char *bytes, size_t count) {
  uint32_t digest = 2166136261u;
  for (size_t i = 0; i < count; ++i)
    digest = (digest ^ bytes[i]) * 16777619u;
  return digest;
}

static int run_once(size_t run, file from, file to) {
  MODEL_INPUTS input_fields;
  MODEL_OUTPUTS output_fields;
  unsigned char *in[INPUTS], *out[OUTPUTS];
  uint32_t digests[INPUTS];
  for (size_t i = 0; i < INPUTS; ++i) {
    const size_t offset = get_offset(&inputs[i], i, run);
    in[i] = allocate_tensor(&inputs[i], offset);
    void *const bytes = in[i] + offset;
    if (!read_bytes(from, bytes, inputs[i].size))
      return fail(inputs[i].name, "cannot be read");
    digests[i] = get_digest(bytes, inputs[i].size);
    memcpy((unsigned char *)&input_fields + inputs[i].field, &bytes,
           sizeof bytes);
  }
  for (size_t i = 0; i < OUTPUTS; ++i) {
    const size_t offset = get_offset(&outputs[i], i + 1, run);
    out[i] = allocate_tensor(&outputs[i], offset);
    void *const bytes = out[i] + offset;
    memcpy((unsigned char *)&output_fields + outputs[i].field, &bytes,
           sizeof bytes);
  }
  if (MODEL_RUN(&input_fields, &output_fields) != 0)
    return fail("model", "returned an error code");
  for (size_t i = 0; i < OUTPUTS; ++i) {
    const size_t offset = get_offset(&outputs[i], i + 1, run);
    if (!is_intact(&outputs[i], out[i], offset))
      return fail(outputs[i].name, "bytes beside the output were written");
    if (!write_bytes(to, out[i] + offset, outputs[i].size))
      return fail(outputs[i].name, "cannot be written");
  }
  /* The last one first, as the board's allocations are a stack. */
  for (size_t i = OUTPUTS; i-- > 0;)
    release(out[i]);
  for (size_t i = INPUTS; i-- > 0;) {
    const size_t offset = get_offset(&inputs[i], i, run);
    if (!is_intact(&inputs[i], in[i], offset))
      return fail(inputs[i].name, "bytes beside the input were written");
    if (!OVERWRITES_INPUTS &&
        get_digest(in[i] + offset, inputs[i].size) != digests[i])
      return fail(inputs[i].name, "the input was written");
    release(in[i]);
  }
  return 0;
}

int main(void) {
  const file from = open_file("inputs", 0), to = open_file(OUTPUTS_FILE, 1);
  if (!is_open(from) || !is_open(to))
    return fail("files", "cannot be opened");
  for (size_t run = 0; run < RUNS; ++run) {
    const int status = run_once(run, from, to);
    if (status != 0)
      return status;
  }
  close_file(from);
  close_file(to);
  return 0;
}
