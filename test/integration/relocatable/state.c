/* Runs two copies of an image that adds its input to a variable, each with
 * variables of its own, and what a run without them must do.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Prints the sums, and the codes of calls that must be refused.
 */
#include "functions.h"
#include "semihosting.h"
#include "tirc_relocatable.h"

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

static tirc_relocatable_address table[FUNCTIONS + 1];
static int32_t workspace[1024], states[2][64], input[4] = {1, 2, 3, 4}, sum;

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
  semihosting_write(" ");
}

static void run(const struct tirc_relocatable *model) {
  void *inputs[] = {input}, *outputs[] = {&sum};
  const int32_t code =
      tirc_relocatable_run(model, inputs, outputs, workspace, sizeof workspace);
  write_number(code != 0 ? code : sum);
}

int main(void) {
  struct tirc_relocatable models[2];
  const size_t size = (size_t)(image_end - image_begin);
  if (tirc_relocatable_open(&models[0], image_begin, size) != 0 ||
      tirc_relocatable_open(&models[1], other_begin, size) != 0)
    return 1;
  for (int i = 0; i < 2; ++i)
    if (tirc_relocatable_link(&models[i], functions, FUNCTIONS, table,
                              FUNCTIONS + 1) != 0)
      return 2;
  run(&models[0]);
  write_number(tirc_relocatable_set_state(&models[0], states[0],
                                          models[0].state_bytes - 1u));
  write_number(tirc_relocatable_set_state(
      &models[0], (unsigned char *)states[0] + 1, sizeof states[0] - 1));
  for (int i = 0; i < 2; ++i)
    write_number(
        tirc_relocatable_set_state(&models[i], states[i], sizeof states[i]));
  run(&models[0]);
  run(&models[0]);
  run(&models[1]);
  run(&models[0]);
  run(&models[1]);
  write_number(
      tirc_relocatable_set_state(&models[0], states[0], sizeof states[0]));
  run(&models[0]);
  semihosting_write("end\n");
  return 0;
}
