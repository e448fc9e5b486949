/* Runs a relocatable image where it is in flash, at two addresses, and tries
 * damaged copies of it.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Prints `case HEX HEX` with the outputs of both copies for each case, then
 * `stack BYTES BYTES` with the most that a run wrote below its caller's stack
 * pointer and what the image says, and then `refused KIND CODE` for each file
 * that must be refused. CODE 0 means that it was not.
 *
 * functions.h has the functions that the image calls: `functions`, FUNCTIONS.
 */
#include <string.h>

#include "functions.h"
#include "semihosting.h"
#include "tirc_relocatable.h"
#include "vectors.h" /* vectors_count, vectors[count][bytes of all inputs] */

/* The second copy has other bits in all bytes of its address but the last one.
 */
__asm__(".section .rodata\n"
        ".balign 64\n"
        ".global image_begin, image_end, other_begin\n"
        "image_begin: .incbin \"" IMAGE "\"\n"
        "image_end:\n"
        ".balign 64\n"
        ".space 0x11240\n"
        "other_begin: .incbin \"" IMAGE "\"\n"
        ".text\n");
extern const unsigned char image_begin[], image_end[], other_begin[];

enum { TENSORS = 8, TENSOR_BYTES = 65536, DAMAGED = 200 };

static unsigned char tensors[TENSORS][TENSOR_BYTES]
    __attribute__((aligned(16)));
static unsigned char workspace[1 << 20] __attribute__((aligned(64)));
static unsigned char copy[1 << 20] __attribute__((aligned(64)));
static tirc_relocatable_address table[FUNCTIONS + 1];
static size_t size;

static void write_number(int32_t number) {
  char text[12], *at = text + sizeof text - 1;
  uint32_t rest = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
  *at = '\0';
  do {
    *--at = (char)('0' + rest % 10u);
    rest /= 10u;
  } while (rest != 0u);
  if (number < 0)
    *--at = '-';
  semihosting_write(at);
}

static void write_bytes(const unsigned char *bytes, size_t count) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < count; ++i) {
    const char text[3] = {digits[bytes[i] >> 4], digits[bytes[i] & 15], '\0'};
    semihosting_write(text);
  }
}

static void fail(const char *what, int32_t code) {
  semihosting_write(what);
  semihosting_write(" ");
  write_number(code);
  semihosting_write("\n");
  semihosting_exit(1);
}

/* Runs a case, and prints the outputs. */
static void run(const struct tirc_relocatable *model,
                const unsigned char *bytes) {
  void *pointers[TENSORS];
  if (model->inputs + model->outputs > TENSORS)
    fail("tensors", (int32_t)(model->inputs + model->outputs));
  for (uint32_t i = 0; i < model->inputs + model->outputs; ++i) {
    const struct tirc_relocatable_tensor tensor =
        tirc_relocatable_get_tensor(model, i);
    pointers[i] = tensors[i];
    if (tensor.bytes > TENSOR_BYTES)
      fail(tensor.name, (int32_t)tensor.bytes);
    if (i < model->inputs) {
      memcpy(tensors[i], bytes, tensor.bytes);
      bytes += tensor.bytes;
    } else {
      memset(tensors[i], 0x55, tensor.bytes);
    }
  }
  memset(workspace, 0xa5, sizeof workspace);
  const int32_t code = tirc_relocatable_run(
      model, pointers, pointers + model->inputs, workspace, sizeof workspace);
  if (code != 0)
    fail("run", code);
  for (size_t i = model->workspace_bytes; i < sizeof workspace; ++i)
    if (workspace[i] != 0xa5)
      fail("behind the workspace", (int32_t)i);
  semihosting_write(" ");
  for (uint32_t i = model->inputs; i < model->inputs + model->outputs; ++i)
    write_bytes(tensors[i], tirc_relocatable_get_tensor(model, i).bytes);
}

/* Opens the copy, which must fail, and makes it good again. */
static void refuse(const char *kind, size_t bytes) {
  struct tirc_relocatable model;
  const int32_t code = tirc_relocatable_open(&model, copy, bytes);
  if (code != 0 && model.image != NULL)
    fail("a model that was refused is open", code);
  semihosting_write("refused ");
  semihosting_write(kind);
  semihosting_write(" ");
  write_number(code);
  semihosting_write("\n");
  memcpy(copy, image_begin, size);
}

/* Changes a number of the table, with the right CRC. */
static void refuse_number(const char *kind, size_t at, uint32_t number) {
  for (unsigned i = 0; i < 4; ++i)
    copy[at + i] = (unsigned char)(number >> (8 * i));
  const uint32_t crc = tirc_relocatable_crc(copy, size - 4);
  for (unsigned i = 0; i < 4; ++i)
    copy[size - 4 + i] = (unsigned char)(crc >> (8 * i));
  refuse(kind, size);
}

static void try_damaged(void) {
  uint32_t random = 1;
  memcpy(copy, image_begin, size);
  for (int i = 0; i < DAMAGED; ++i) {
    random = random * 1103515245u + 12345u;
    const size_t place = (random >> 8) % size;
    if (i % 4 == 0) {
      copy[place] ^= (unsigned char)(1u << (random & 7u));
      refuse("bit", size);
    } else if (i % 4 == 1) {
      refuse("cut", place);
    } else if (i % 4 == 2) {
      /* A flash whose last pages were not written, with two bytes that are
       * surely others. */
      memset(copy + place, 0xff, size - place);
      copy[size - 1] = (unsigned char)~image_begin[size - 1];
      refuse("page", size);
    } else {
      for (size_t k = place; k < size && k < place + 16; ++k)
        copy[k] = (unsigned char)(copy[k] + 1u + (random & 15u));
      refuse("bytes", size);
    }
  }
  refuse_number("form", 8, TIRC_RELOCATABLE_FORM + 1u);
  refuse_number("processor", 24, tirc_relocatable_read(copy, 24) | 1u << 20);
  refuse_number("architecture", 24,
                (tirc_relocatable_read(copy, 24) & ~0xffu) | 9u);
  refuse_number("entry", 40, (uint32_t)size | 1u);
  refuse_number("entry", 40, tirc_relocatable_read(copy, 40) & ~1u);
  refuse_number("tensors", 44, 0x10000000u);
  refuse_number("names", 56, (uint32_t)size);
  refuse_number("code", 16, (uint32_t)size);
  memmove(copy + 4, copy, size);
  struct tirc_relocatable model;
  semihosting_write("refused address ");
  write_number(tirc_relocatable_open(&model, copy + 4, size));
  semihosting_write("\n");
}

/* What a run must refuse before it calls the image. */
static void try_arguments(const struct tirc_relocatable *model) {
  void *pointers[TENSORS];
  for (uint32_t i = 0; i < TENSORS; ++i)
    pointers[i] = tensors[i];
  void **const outputs = pointers + model->inputs;
  const struct {
    const char *kind;
    int32_t code;
  } tried[] = {
      {"small-workspace",
       tirc_relocatable_run(model, pointers, outputs, workspace,
                            model->workspace_bytes - 1u)},
      {"no-workspace",
       tirc_relocatable_run(model, pointers, outputs, NULL, sizeof workspace)},
      {"odd-workspace",
       tirc_relocatable_run(model, pointers, outputs, workspace + 1,
                            sizeof workspace - 1)},
      {"no-inputs",
       tirc_relocatable_run(model, NULL, outputs, workspace, sizeof workspace)},
      {"no-input", (pointers[0] = NULL,
                    tirc_relocatable_run(model, pointers, outputs, workspace,
                                         sizeof workspace))}};
  for (size_t i = 0; i < sizeof tried / sizeof *tried; ++i) {
    semihosting_write("refused ");
    semihosting_write(tried[i].kind);
    semihosting_write(" ");
    write_number(tried[i].code);
    semihosting_write("\n");
  }
}

#if FUNCTIONS > 0
/* What must fail before the functions that the image calls are there. */
static void try_functions(struct tirc_relocatable *model) {
  void *pointers[TENSORS];
  for (uint32_t i = 0; i < TENSORS; ++i)
    pointers[i] = tensors[i];
  const struct {
    const char *kind;
    int32_t code;
  } tried[] = {
      {"missing-function",
       tirc_relocatable_link(model, functions, FUNCTIONS - 1, table,
                             FUNCTIONS)},
      {"small-table", tirc_relocatable_link(model, functions, FUNCTIONS, table,
                                            FUNCTIONS - 1)},
      {"unlinked",
       tirc_relocatable_run(model, pointers, pointers + model->inputs,
                            workspace, sizeof workspace)}};
  for (size_t i = 0; i < sizeof tried / sizeof *tried; ++i) {
    semihosting_write("refused ");
    semihosting_write(tried[i].kind);
    semihosting_write(" ");
    write_number(tried[i].code);
    semihosting_write("\n");
  }
}
#endif

static void link(struct tirc_relocatable *model) {
  if (model->functions != FUNCTIONS)
    fail("functions", (int32_t)model->functions);
#if FUNCTIONS > 0
  try_functions(model);
#endif
  const int32_t code =
      tirc_relocatable_link(model, functions, FUNCTIONS, table, FUNCTIONS + 1);
  if (code != 0)
    fail("link", code);
}

int main(void) {
  struct tirc_relocatable first, second;
  size = (size_t)(image_end - image_begin);
  /* More bytes than the file has do not matter. */
  int32_t code = tirc_relocatable_open(&first, image_begin, size + 100u);
  if (code != 0)
    fail("open", code);
  code = tirc_relocatable_open(&second, other_begin, size);
  if (code != 0)
    fail("open the other one", code);
  link(&first);
  link(&second);
  for (int i = 0; i < vectors_count; ++i) {
    semihosting_write("case");
    run(&first, vectors[i]);
    run(&second, vectors[i]);
    semihosting_write("\n");
  }
  semihosting_write("says ");
  semihosting_write(first.name);
  semihosting_write(" ");
  write_bytes(first.sha256, 32);
  semihosting_write(" ");
  write_number((int32_t)first.workspace_bytes);
  semihosting_write(" ");
  write_number((int32_t)first.stack_bytes);
  semihosting_write("\n");
  try_arguments(&first);
  try_damaged();
  return 0;
}
