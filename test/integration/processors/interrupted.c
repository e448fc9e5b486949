/* Runs a model three times while interrupts run another one.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <string.h>

#include "processor.h"
#include "runs.h" /* the models, and what they compute from what */

static volatile unsigned runs, wrong;

static void interrupt(void) {
  int8_t output[sizeof other_wanted];
  stop_timer();
  memset(output, 1, sizeof output);
  if (OTHER_RUN(other_input, output) != 0 ||
      memcmp(output, other_wanted, sizeof output) != 0)
    wrong = wrong + 1;
  runs = runs + 1;
  start_timer();
}
TIMER_HANDLER(interrupt)

int main(void) {
  int8_t output[sizeof main_wanted];
  start_timer();
  for (int i = 0; i < 3; ++i) {
    memset(output, 1, sizeof output);
    if (MAIN_RUN(main_input, output) != 0 ||
        memcmp(output, main_wanted, sizeof output) != 0)
      return 1;
  }
  stop_timer();
  if (wrong != 0)
    return 2;
  semihosting_write(runs >= 3 ? "right, and interrupted\n"
                              : "not interrupted\n");
  return 0;
}
