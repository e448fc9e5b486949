/* Compares a model that takes new rows (s) with the same model on the whole
 * window (w), after each call from which on its results belong to the
 * window. binding.h says what they are called. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "binding.h"

static uint32_t random_state = SEED;

static uint32_t draw(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return random_state;
}

/* Elements as random_layers.random_bytes has them. */
static void fill(unsigned char *bytes, int size, int is_float, int bits) {
  for (int i = 0; i < size; i += is_float || bits ? 4 : 1) {
    uint32_t number = draw();
    if (is_float)
      number = (number & 0x83FFFFFFu) | 0x3C000000u;
    else if (bits)
      number = number % (2u << bits) - (1u << bits);
    else {
      bytes[i] = (unsigned char)(number >> 8);
      continue;
    }
    memcpy(bytes + i, &number, 4);
  }
}

/* INPUTS has (name, bytes, is float, bits, whether it slides); OUTPUTS has
 * (name, bytes). */
#define DECLARE_INPUT(name, size, is_float, bits, slides)                      \
  static unsigned char in_##name[size] __attribute__((aligned(16)));
#define DECLARE_OUTPUT(name, size)                                             \
  static unsigned char s_##name[size] __attribute__((aligned(16))),            \
      w_##name[size] __attribute__((aligned(16)));
INPUTS(DECLARE_INPUT)
OUTPUTS(DECLARE_OUTPUT)
static unsigned char rows[HOP_BYTES] __attribute__((aligned(16)));

/* Lets new rows follow the others. */
static void move(unsigned char *window, int size, int is_float) {
  memmove(window, window + HOP_BYTES, (size_t)(size - HOP_BYTES));
  fill(rows, HOP_BYTES, is_float, 0);
  memcpy(window + size - HOP_BYTES, rows, HOP_BYTES);
}

int main(void);
int main(void) {
  static struct tvmgen_s_state state;
  memset(&state, 0x5a, sizeof state);
  tvmgen_s_reset(&state);
  struct tvmgen_s_inputs s_inputs;
  struct tvmgen_w_inputs w_inputs;
  struct tvmgen_s_outputs s_outputs;
  struct tvmgen_w_outputs w_outputs;
#define BIND_INPUT(name, size, is_float, bits, slides)                         \
  w_inputs.name = in_##name;                                                   \
  s_inputs.name = slides ? rows : in_##name;
#define BIND_OUTPUT(name, size)                                                \
  s_outputs.name = s_##name;                                                   \
  w_outputs.name = w_##name;
  INPUTS(BIND_INPUT)
  OUTPUTS(BIND_OUTPUT)
  int calls = 0, compared = 0;
  for (int call = 0; call < 5 * NEEDED + 12; ++call) {
    /* Long runs in between, so that there is something to compare. */
    if (calls > NEEDED && draw() % (2 * NEEDED) == 0) {
      memset(&state, 0x5a, sizeof state);
      tvmgen_s_reset(&state);
      calls = 0;
    }
#define FILL_INPUT(name, size, is_float, bits, slides)                         \
  if (slides)                                                                  \
    move(in_##name, size, is_float);                                           \
  else                                                                         \
    fill(in_##name, size, is_float, bits);
    INPUTS(FILL_INPUT)
    int ready = tvmgen_s_push(&s_inputs, &s_outputs, &state);
    ++calls;
    if (ready != (calls >= NEEDED))
      return 2;
    if (state.missing_calls[0] != (calls < NEEDED ? NEEDED - calls : 0)) {
      printf("call %d after a reset: missing_calls is %d\n", calls,
             (int)state.missing_calls[0]);
      return 1;
    }
    if (calls < NEEDED)
      continue;
    if (tvmgen_w_run(&w_inputs, &w_outputs) != 0)
      return 2;
    ++compared;
#define COMPARE_OUTPUT(name, size)                                             \
  for (int i = 0; i < (int)(size); ++i)                                        \
    if (s_##name[i] != w_##name[i]) {                                          \
      printf("call %d (%d after a reset): byte %d of %s differs\n", call,      \
             calls, i, #name);                                                 \
      return 1;                                                                \
    }
    OUTPUTS(COMPARE_OUTPUT)
  }
  if (compared == 0)
    return 3;
  puts("same");
  return 0;
}
