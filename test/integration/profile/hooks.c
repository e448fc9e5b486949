/* Hooks that measure the kernels of a model, and print what they measured as
 * the JSON of `tirc --trace` when main has returned.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * It is linked to any main with `-Wl,--wrap=main`. `profile.h` is generated: it
 * includes the model's header and names its parts. The hooks check that their
 * calls come in pairs, and, if IN_ORDER is defined, that each run calls each
 * kernel once and in order. After a mistake, a line that begins with "mistake"
 * is printed instead of the JSON.
 */
#include "profile.h"

#ifdef __arm__
#include "semihosting.h"

/* The main program starts SysTick, which counts down in 24 bits. */
static uint32_t now(void) {
  return 0xFFFFFFu - *(volatile uint32_t *)0xE000E018u;
}

static void print(const char *text) { semihosting_write(text); }
#else
#include <stdio.h>

/* A clock that counts how often it is read. */
static uint32_t now(void) {
  static uint32_t reads;
  return reads++;
}

static void print(const char *text) { fputs(text, stdout); }
#endif

static const struct {
  int32_t number;
  const char *name;
} kernels[] = {
#define KERNEL(number, name) {number, name},
    FOR_EACH_KERNEL(KERNEL)
#undef KERNEL
};
enum { number_of_kernels = sizeof kernels / sizeof kernels[0] };

static uint32_t calls[PROFILE_KERNELS], totals[PROFILE_KERNELS];
static const char *mistake;
/* The kernel that runs, or -1. */
static int32_t running = -1;
static uint32_t begun;

static int is_kernel(int32_t number) {
  for (int i = 0; i < number_of_kernels; ++i)
    if (kernels[i].number == number)
      return 1;
  return 0;
}

void PROFILE_BEGIN(int32_t kernel) {
#ifdef IN_ORDER
  static int next;
  if (kernel != kernels[next].number)
    mistake = "a kernel runs out of order";
  next = (next + 1) % number_of_kernels;
#endif
  if (running != -1)
    mistake = "a kernel begins while another one runs";
  if (kernel < 0 || kernel >= PROFILE_KERNELS || !is_kernel(kernel))
    mistake = "an unknown kernel begins";
  running = kernel;
  begun = now();
}

void PROFILE_END(int32_t kernel) {
  const uint32_t ended = now();
  if (running != kernel) {
    mistake = "a kernel ends that did not begin";
    return;
  }
  running = -1;
  ++calls[kernel];
  totals[kernel] += (ended - begun) & 0xFFFFFFu;
}

static void print_number(const char *before, uint32_t value) {
  char text[12];
  char *digit = text + sizeof(text) - 1;
  *digit = '\0';
  do {
    *--digit = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  print(before);
  print(digit);
}

static void print_trace(void) {
  print("{\"model\": \"" MODEL_NAME "\", \"unit\": \"ticks\", \"kernels\": [");
  for (int i = 0; i < number_of_kernels; ++i) {
    const int32_t number = kernels[i].number;
    print_number(i > 0 ? ",\n {\"kernel\": " : "\n {\"kernel\": ",
                 (uint32_t)number);
    print(", \"name\": \"");
    print(kernels[i].name);
    print_number("\", \"calls\": ", calls[number]);
    print_number(", \"total\": ", totals[number]);
    print("}");
  }
  print("\n]}\n");
}

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

int __wrap_main(int argc, char **argv) {
  const int status = __real_main(argc, argv);
  if (running != -1)
    mistake = "a kernel did not end";
  if (mistake) {
    print("mistake: ");
    print(mistake);
    print("\n");
  } else {
    print_trace();
  }
  return status;
}
