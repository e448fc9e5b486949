/* Runs a compiled model over the cases linked in and prints outputs,
 * instruction counts and the use of the stack.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A line a case: `case COUNT HEX`, HEX the bytes of all outputs. COUNT has the
 * unit of processor.h. The first line is `stack BYTES`: how far below the
 * caller's stack pointer the first case wrote.
 */
#include <string.h>

#include "binding.h"
#include "processor.h"
#include "vectors.h" /* vectors_count, vectors[count][bytes of all inputs] */

/* Of the linker. */
extern uint32_t stack_bottom[];

/* Aligned as the header requires; with ODD_ADDRESSES, not by a byte more. */
#ifdef ODD_ADDRESSES
#define TENSOR(name, size, alignment)                                          \
  static struct {                                                              \
    unsigned char before[alignment];                                           \
    unsigned char data[size];                                                  \
  } name##_memory __attribute__((aligned(16)));                                \
  static unsigned char *const name = name##_memory.data;
#else
#define TENSOR(name, size, alignment)                                          \
  static unsigned char name[size] __attribute__((aligned(alignment)));
#endif
#define X(field, size, alignment) TENSOR(in_##field, size, alignment)
FOR_EACH_INPUT(X)
#undef X
#define X(field, size, alignment) TENSOR(out_##field, size, alignment)
FOR_EACH_OUTPUT(X)
#undef X

static void write_decimal(uint32_t value) {
  char text[12];
  char *digit = text + sizeof(text) - 1;
  *digit = '\0';
  do {
    *--digit = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  semihosting_write(digit);
}

static void write_hex(const void *bytes, size_t size) {
  static const char digits[] = "0123456789abcdef";
  char text[65];
  size_t length = 0;
  for (size_t i = 0; i < size; ++i) {
    const unsigned char byte = ((const unsigned char *)bytes)[i];
    text[length++] = digits[byte >> 4];
    text[length++] = digits[byte & 15];
    if (length == 64 || i + 1 == size) {
      text[length] = '\0';
      semihosting_write(text);
      length = 0;
    }
  }
}

/* Whether the processor traps loads and stores that are not aligned. */
#ifndef UNALIGN_TRP
#define UNALIGN_TRP 0
#endif

/* With GUARDS, accesses to the 32 bytes before and after the arena and to the
 * lowest of the stack are faults; from 2 on, main makes the first, the second
 * or the third of these accesses itself. */
#ifdef GUARDS
extern uint32_t guard_before[], guard_after[];

static int raise_guards(void) {
  uint32_t *const places[3] = {guard_before, guard_after, stack_bottom};
  for (uint32_t i = 0; i < 3; ++i)
    if (!guard(places[i], i))
      return 0;
  if (GUARDS > 1)
    *(volatile uint32_t *)places[(GUARDS - 2) % 3] = 0;
  return 1;
}
#else
static const uint32_t unused = 0xA5A5A5A5u;

/* Returns how far below the stack pointer something wrote. */
static uint32_t find_depth(const uint32_t *stack_pointer) {
  const volatile uint32_t *word = stack_bottom;
  while (word != stack_pointer && *word == unused)
    ++word;
  return (uint32_t)((uintptr_t)stack_pointer - (uintptr_t)word);
}
#endif

int main(void) {
  if (UNALIGN_TRP)
    trap_unaligned();
#ifdef GUARDS
  if (!raise_guards()) {
    semihosting_write("the core has no memory protection\n");
    return 4;
  }
#else
  /* main does not move it before it returns. */
  uint32_t *stack_pointer;
  READ_STACK_POINTER(stack_pointer);
  for (volatile uint32_t *word = stack_bottom; word != stack_pointer; ++word)
    *word = unused;
#endif
  for (unsigned i = 0; i < vectors_count; ++i) {
    MODEL_INPUTS inputs;
    MODEL_OUTPUTS outputs;
    const unsigned char *from = vectors[i];
#define X(field, size, alignment)                                              \
  inputs.field = memcpy(in_##field, from, (size));                             \
  from += (size);
    FOR_EACH_INPUT(X)
#undef X
#define X(field, size, alignment)                                              \
  outputs.field = memset(out_##field, 0xA5, (size));
    FOR_EACH_OUTPUT(X)
#undef X
    const uint32_t start = start_count();
    const int32_t status = MODEL_RUN(&inputs, &outputs);
    const uint32_t count = read_count(start);
    if (status != 0) {
      semihosting_write("the model returned an error\n");
      return 1;
    }
#ifndef GUARDS
    if (i == 0) {
      semihosting_write("stack ");
      write_decimal(find_depth(stack_pointer));
      semihosting_write("\n");
    }
#endif
    semihosting_write("case ");
    write_decimal(count);
    semihosting_write(" ");
#define X(field, size, alignment) write_hex(out_##field, (size));
    FOR_EACH_OUTPUT(X)
#undef X
    semihosting_write("\n");
  }
  return 0;
}
