/* Compares the two schedules of one model, for inputs that both bounds clamp.
 */
#include "tvmgen_blocked.h"
#include "tvmgen_plain.h"

#include <stdio.h>
#include <string.h>

int main(void) {
  int right = 0, bounds = 0;
  for (int first = -128; first < 128; ++first) {
    int8_t x[64], y[64], wanted[64];
    for (int i = 0; i < 64; ++i)
      x[i] = (int8_t)((first + i * 37) % 128);
    struct tvmgen_blocked_inputs in = {x};
    struct tvmgen_blocked_outputs out = {y};
    struct tvmgen_plain_inputs plain_in = {x};
    struct tvmgen_plain_outputs plain_out = {wanted};
    if (tvmgen_blocked_run(&in, &out) != 0 ||
        tvmgen_plain_run(&plain_in, &plain_out) != 0)
      return 1;
    right += memcmp(y, wanted, sizeof y) == 0;
    for (int i = 0; i < 64; ++i)
      bounds |= (wanted[i] == -20 + 7) | (wanted[i] == 50 + 7) << 1;
  }
  printf("%d right\n", right);
  return bounds == 3 ? 0 : 2;
}
