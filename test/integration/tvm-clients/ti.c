/* Normalises the input if the header says how, and waits for the end of each
 * run, in the way of TI's examples for its microcontrollers. Without a
 * normalisation in the header, the model takes the floats.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdint.h>
#include <stdio.h>

#include "model/tvmgen_default.h"

#define CHANNELS 3
#define SAMPLES 4

static float samples[CHANNELS][SAMPLES];
static float result[CHANNELS][2];

#ifdef TVMGEN_DEFAULT_BIAS_LEN
static int8_t features[CHANNELS][SAMPLES];

static void extract(void) {
  for (int c = 0; c < CHANNELS; ++c) {
    const float bias = tvmgen_default_bias_data[c % TVMGEN_DEFAULT_BIAS_LEN];
    const float scale =
        (float)tvmgen_default_scale_data[c % TVMGEN_DEFAULT_SCALE_LEN];
    const int32_t shift =
        tvmgen_default_shift_data[c % TVMGEN_DEFAULT_SHIFT_LEN];
    for (int i = 0; i < SAMPLES; ++i) {
      int32_t number = ((int32_t)((samples[c][i] + bias) * scale)) >> shift;
      features[c][i] = (int8_t)(number < -128  ? -128
                                : number > 127 ? 127
                                               : number);
    }
  }
}

struct tvmgen_default_inputs inputs = {(void *)&features[0]};
#else
static void extract(void) {}

struct tvmgen_default_inputs inputs = {(void *)&samples[0]};
#endif
struct tvmgen_default_outputs outputs = {(void *)&result[0]};

int main(void) {
#ifdef WAITS
  extern volatile int32_t tvmgen_default_finished;
  TI_NPU_init();
#endif
  for (int run = 0; run < 50; ++run) {
    for (int c = 0; c < CHANNELS; ++c) {
      for (int i = 0; i < SAMPLES; ++i) {
        samples[c][i] = (float)((run * 37 + c * 11 + i * 5) % 256);
      }
    }
    extract();
    if (tvmgen_default_run(&inputs, &outputs) != 0) {
      return 1;
    }
#ifdef WAITS
    while (!tvmgen_default_finished)
      ;
#endif
    for (int c = 0; c < CHANNELS; ++c) {
      printf("%g %g\n", (double)result[c][0], (double)result[c][1]);
    }
  }
#ifdef TVMGEN_DEFAULT_BIAS_LEN
  printf("%u numbers\n", (unsigned)(sizeof(tvmgen_default_shift_data) /
                                    sizeof(tvmgen_default_shift_data[0])));
#endif
  return 0;
}
