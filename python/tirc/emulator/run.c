/* Runs a model once: reads its inputs from the file `inputs`, and writes its
 * outputs to the file `outputs`.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * binding.h, which is written for each model, includes its header and defines
 * FOR_EACH_INPUT(X) and FOR_EACH_OUTPUT(X) as a row X(field, bytes) for each,
 * MODEL_PREPARE as the code before the run and MODEL_RUN as the call. In the
 * files the tensors follow each other.
 */
#include <string.h>

#include "binding.h"
#include "semihosting.h"

/* `.external` is not initialised. Memory that a kernel does not write must have
 * the same contents in each run. */
#define X(field, bytes)                                                        \
  static unsigned char in_##field[bytes]                                       \
      __attribute__((aligned(16), section(".external")));
FOR_EACH_INPUT(X)
#undef X
#define X(field, bytes)                                                        \
  static unsigned char out_##field[bytes]                                      \
      __attribute__((aligned(16), section(".external")));
FOR_EACH_OUTPUT(X)
#undef X

static int fail(const char *text) {
  semihosting_write(text);
  return 2;
}

static void write_decimal(int32_t value) {
  char text[12];
  char *digit = text + sizeof(text) - 1;
  uint32_t rest = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
  *digit = '\0';
  do {
    *--digit = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (value < 0)
    *--digit = '-';
  semihosting_write(digit);
}

int main(void) {
  int32_t file = semihosting_open("inputs", 6, SEMIHOSTING_READ);
  if (file < 0)
    return fail("error cannot open the inputs\n");
#define X(field, bytes)                                                        \
  if (semihosting_read_file(file, in_##field, (bytes)) != 0)                   \
    return fail("error cannot read the input " #field "\n");                   \
  inputs.field = in_##field;
  FOR_EACH_INPUT(X)
#undef X
  semihosting_close(file);
#define X(field, bytes) outputs.field = memset(out_##field, 0xA5, (bytes));
  FOR_EACH_OUTPUT(X)
#undef X
  MODEL_PREPARE
  const int32_t code = MODEL_RUN;
  semihosting_write("returned ");
  write_decimal(code);
  semihosting_write("\n");
  if (code != 0)
    return 0;
  file = semihosting_open("outputs", 7, SEMIHOSTING_WRITE);
  if (file < 0)
    return fail("error cannot open the outputs\n");
#define X(field, bytes)                                                        \
  if (semihosting_write_file(file, out_##field, (bytes)) != 0)                 \
    return fail("error cannot write the output " #field "\n");
  FOR_EACH_OUTPUT(X)
#undef X
  semihosting_close(file);
  return 0;
}
