/* Compares the two schedules of one model, for inputs that both bounds clamp.
 */
#include "tvmgen_blocked.h"
#include "tvmgen_plain.h"

#include <stdio.h>
#include <string.h>

#ifndef LOWEST
#define LOWEST (-20 + 7)
#define HIGHEST (50 + 7)
#endif
#ifndef INPUT
#define INPUT 64
#define OUTPUT 64
#endif

int main(void) {
  int right = 0, bounds = 0;
  for (int first = -128; first < 128; ++first) {
    int8_t x[INPUT], y[OUTPUT], wanted[OUTPUT];
    for (int i = 0; i < INPUT; ++i)
      x[i] = (int8_t)((first + i * 37) % 128);
    struct tvmgen_blocked_inputs in = {x};
    struct tvmgen_blocked_outputs out = {y};
    struct tvmgen_plain_inputs plain_in = {x};
    struct tvmgen_plain_outputs plain_out = {wanted};
    if (tvmgen_blocked_run(&in, &out) != 0 ||
        tvmgen_plain_run(&plain_in, &plain_out) != 0)
      return 1;
    right += memcmp(y, wanted, sizeof y) == 0;
    for (int i = 0; i < OUTPUT; ++i)
      bounds |= (wanted[i] == LOWEST) | (wanted[i] == HIGHEST) << 1;
  }
  printf("%d right\n", right);
  return bounds == 3 ? 0 : 2;
}
