/*
 * Flips one bit at a time in the constants, the arena and the progress of a
 * model, runs it in steps, and prints what became of each: d, an error was
 * returned; m, the outputs are right; s, they are wrong; h, the run does not
 * end; o, memory next to the model's has changed.
 *
 * flips.h has the model's C with arrays that can be written, their list, and
 * the inputs and the arena:
 *
 *   FIRST, LAST      the numbers of the first and behind the last flip
 *   MAX_STEPS        no run has more
 *   FOR_EACH_ARRAY   X(array) for each constant
 *   BEGIN, STEP, END, PROGRESS, INPUTS, OUTPUTS, OUTPUT_BYTES
 *   start(struct INPUTS *, struct OUTPUTS *, unsigned char **output)   sets the
 * pointers
 */
#include <stdint.h>
#include <string.h>
#if defined(__arm__)
#include "semihosting.h"
#else
#include <stdio.h>
#endif

#include "flips.h"

static void say(const char *text) {
#if defined(__arm__)
  semihosting_write(text);
#else
  fputs(text, stdout);
  fflush(stdout);
#endif
}

enum { GUARD = 64 };
static const unsigned char kGuard = 0xA5;

struct range {
  unsigned char *begin;
  uint32_t bytes;
};

#define X(array) {(unsigned char *)(array), (uint32_t)sizeof(array)},
static const struct range kConstants[] = {FOR_EACH_ARRAY};
#undef X

static struct {
  unsigned char before[GUARD];
  struct PROGRESS progress;
  unsigned char after[GUARD];
} drive;

static struct INPUTS inputs;
static struct OUTPUTS outputs;
static unsigned char *output;
static unsigned char right[OUTPUT_BYTES];

static uint32_t mix(uint32_t x) {
  x += 0x9E3779B9u;
  x = (x ^ (x >> 16)) * 0x85EBCA6Bu;
  x = (x ^ (x >> 13)) * 0xC2B2AE35u;
  return x ^ (x >> 16);
}

static uint32_t random_below(uint32_t number, uint32_t which, uint32_t bound) {
  return mix(mix(number) ^ (which * 0x27D4EB2Fu)) % bound;
}

/* Returns the byte at a place in all ranges together. */
static unsigned char *find(const struct range *ranges, uint32_t place) {
  while (place >= ranges->bytes) {
    place -= ranges->bytes;
    ++ranges;
  }
  return ranges->begin + place;
}

static uint32_t size_of_constants(void) {
  uint32_t sum = 0;
  for (size_t i = 0; i < sizeof kConstants / sizeof kConstants[0]; ++i)
    sum += kConstants[i].bytes;
  return sum;
}

static int is_guarded(void) {
  for (int i = 0; i < GUARD; ++i)
    if (drive.before[i] != kGuard || drive.after[i] != kGuard)
      return 0;
  return guards_hold();
}

/* Runs the model. Flips `mask` in `byte` before the step `at`, or before the
 * run if `at` is 0. Returns a letter. */
static char run(unsigned char *byte, unsigned char mask, uint32_t at) {
  int32_t code;
  uint32_t steps = 0;
  memset(output, 0x5A, OUTPUT_BYTES);
  memset(&drive.progress, 0, sizeof drive.progress);
  if (at == 0 && byte)
    *byte ^= mask;
  code = BEGIN;
  if (code != 0)
    return 'd';
  do {
    ++steps;
    if (at == steps && byte)
      *byte ^= mask;
    code = STEP;
  } while (code > 0 && steps < 3 * MAX_STEPS);
  if (code < 0)
    return 'd';
  if (code > 0)
    return 'h';
  code = END;
  if (code != 0)
    return 'd';
  return memcmp(output, right, OUTPUT_BYTES) == 0 ? 'm' : 's';
}

static char flip(uint32_t number) {
  const uint32_t kind = number % 3, bit = random_below(number, 1, 8);
  const uint32_t step = 1 + random_below(number, 2, MAX_STEPS);
  const unsigned char mask = (unsigned char)(1u << bit);
  unsigned char *byte;
  char found;
  if (kind == 0)
    byte = find(kConstants, random_below(number, 3, size_of_constants()));
  else if (kind == 1)
    byte = arena() + random_below(number, 3, ARENA_BYTES);
  else
    byte = (unsigned char *)&drive.progress +
           random_below(number, 3, (uint32_t)sizeof drive.progress);
  found = run(byte, mask, kind == 0 ? 0 : step);
  /* Constants are again what they were. */
  if (kind == 0)
    *byte ^= mask;
  reset();
  return is_guarded() ? found : 'o';
}

int main(void) {
  memset(drive.before, kGuard, GUARD);
  memset(drive.after, kGuard, GUARD);
  start(&inputs, &outputs, &output);
  if (run(NULL, 0, 0) == 'd' || run(NULL, 0, 0) == 'd') {
    say("the model does not run\n");
    return 1;
  }
  memcpy(right, output, OUTPUT_BYTES);
  if (run(NULL, 0, 0) != 'm') {
    say("the model does not run twice alike\n");
    return 1;
  }
  reset();
  for (uint32_t number = FIRST; number < LAST; ++number) {
    const char letter[2] = {flip(number), 0};
    say(letter);
  }
  say("\nend\n");
  return 0;
}
