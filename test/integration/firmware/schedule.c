/* Runs the models of one program in a random order of whole runs and of steps,
 * and checks each answer: what the rules allow has the output that the model
 * has by itself, and anything else is -1 and writes nothing.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * program.h has EACH_MODEL(X), X(name, has_steps), `name_input` and
 * `name_output`, and `relations`, by which the first model is to the second
 * one: 'x' excludes, 't' runs together, 'i' interrupts, 's' interrupts between
 * steps.
 */
#include <stdio.h>
#include <string.h>

#include "program.h"

enum { most_bytes = 4096 };

typedef union {
  int32_t number;
  unsigned char bytes[64];
} progress;

typedef struct {
  const char *name;
  int32_t (*run)(int32_t *output);
  int32_t (*begin)(progress *);
  int32_t (*step)(progress *, int32_t *output);
  int32_t (*end)(progress *);
  const int32_t *wanted;
  size_t bytes;
  progress state;
  int is_active, is_done;
  int32_t output[most_bytes / 4];
} model;

#define DEFINE_0(name)
#define DEFINE_1(name)                                                         \
  static int32_t begin_##name(progress *state) {                               \
    return tvmgen_##name##_begin((struct tvmgen_##name##_progress *)state);    \
  }                                                                            \
  static int32_t step_##name(progress *state, int32_t *output) {               \
    struct tvmgen_##name##_inputs inputs = {name##_input};                     \
    struct tvmgen_##name##_outputs outputs = {output};                         \
    return tvmgen_##name##_step((struct tvmgen_##name##_progress *)state,      \
                                &inputs, &outputs);                            \
  }                                                                            \
  static int32_t end_##name(progress *state) {                                 \
    return tvmgen_##name##_end((struct tvmgen_##name##_progress *)state);      \
  }
#define DEFINE(name, has_steps)                                                \
  static int32_t run_##name(int32_t *output) {                                 \
    return tvmgen_##name##_run_typed(name##_input, output);                    \
  }                                                                            \
  DEFINE_##has_steps(name)
EACH_MODEL(DEFINE)

#define STEPS_0(which)
#define STEPS_1(which)                                                         \
  .begin = begin_##which, .step = step_##which, .end = end_##which,
#define ROW(which, has_steps)                                                  \
  {.name = #which,                                                             \
   .run = run_##which,                                                         \
   STEPS_##has_steps(which).wanted = which##_output,                           \
   .bytes = sizeof(which##_output)},
static model models[] = {EACH_MODEL(ROW)};
enum { count = sizeof(models) / sizeof(models[0]) };

static uint32_t seed = SEED;
static int pick(int most) {
  seed = seed * 1664525u + 1013904223u;
  return (int)((seed >> 8) % (uint32_t)most);
}

static int errors;
static void fail(const model *one, const char *what) {
  printf("wrong: %s %s\n", one->name, what);
  ++errors;
}

/* Whether the rules allow a run of a model to begin now. */
static int may_begin(int number) {
  for (int other = 0; other < count; ++other)
    if (models[other].is_active &&
        (other == number || strchr("tis", relations[number][other]) == NULL))
      return 0;
  return 1;
}

/* Whether they allow a step of it. */
static int may_step(int number) {
  for (int other = 0; other < count; ++other)
    if (models[other].is_active && relations[other][number] == 's')
      return 0;
  return 1;
}

static int is_untouched(const model *one) {
  const unsigned char *bytes = (const unsigned char *)one->output;
  for (size_t i = 0; i < sizeof(one->output); ++i)
    if (bytes[i] != 0x5A)
      return 0;
  return 1;
}

static void run_whole(int number) {
  /* The output of a run in steps must not change. */
  static model now;
  now = models[number];
  memset(now.output, 0x5A, sizeof(now.output));
  const int32_t code = now.run(now.output);
  if (code != (may_begin(number) ? 0 : -1))
    fail(&now, code == 0 ? "was not refused" : "was refused");
  else if (code != 0 && !is_untouched(&now))
    fail(&now, "was refused, but wrote its output");
  else if (code == 0 && memcmp(now.output, now.wanted, now.bytes) != 0)
    fail(&now, "has another output");
}

static void take_step(int number) {
  model *one = &models[number];
  if (!one->is_active) {
    const int32_t code = one->begin(&one->state);
    if (code != (may_begin(number) ? 0 : -1))
      fail(one,
           code == 0 ? "was not refused to begin" : "was refused to begin");
    one->is_active = code == 0;
    one->is_done = 0;
    memset(one->output, 0x5A, sizeof(one->output));
    return;
  }
  if (one->is_done) {
    if (one->end(&one->state) != 0)
      fail(one, "did not end");
    if (memcmp(one->output, one->wanted, one->bytes) != 0)
      fail(one, "has another output in steps");
    one->is_active = 0;
    return;
  }
  const int32_t status = one->step(&one->state, one->output);
  if ((status < 0) == may_step(number))
    fail(one, status < 0 ? "was refused a step" : "was not refused a step");
  one->is_done = status == 0;
}

int main(void) {
  for (int turn = 0; turn < TURNS && errors < 10; ++turn) {
    const int number = pick(count);
    if (models[number].begin != NULL && pick(8) != 0)
      take_step(number);
    else
      run_whole(number);
  }
  return errors != 0;
}
