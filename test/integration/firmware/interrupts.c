/* Several models in one program, of which some interrupt others at random
 * instants: by a timer's interrupt on the board, and by a signal on the host.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * program.h has EACH_MODEL(X), X(name); for each model `name_cases`,
 * `name_inputs` and `name_outputs`; EACH_RULE(X), X(by, of, when), `when` 0 for
 * any time and 1 for between steps; STEPPED, the model with steps, and RUNS,
 * how often each rule is used. Prints a line a rule.
 */
#include <stdbool.h>
#include <string.h>

#include "port.h"
#include "program.h"

/*===-- Models -------------------------------------------------------------*/

typedef struct {
  int32_t (*run)(const unsigned char *input, unsigned char *output);
  const unsigned char *inputs, *outputs;
  uint32_t cases, input_bytes, output_bytes;
} model;

#define DEFINE_RUN(name)                                                       \
  static int32_t run_##name(const unsigned char *input,                        \
                            unsigned char *output) {                           \
    return tvmgen_##name##_run_typed((const int8_t *)input, (int8_t *)output); \
  }
EACH_MODEL(DEFINE_RUN)

#define NUMBER(name) name##_number,
enum { EACH_MODEL(NUMBER) number_of_models };

#define ROW(name)                                                              \
  {run_##name,   name##_inputs[0],         name##_outputs[0],                  \
   name##_cases, sizeof(name##_inputs[0]), sizeof(name##_outputs[0])},
static const model models[number_of_models] = {EACH_MODEL(ROW)};

typedef struct {
  int by, of, when;
} rule;
#define RULE(by, of, when) {by##_number, of##_number, when},
static const rule rules[] = {EACH_RULE(RULE)};
enum { number_of_rules = sizeof(rules) / sizeof(rules[0]) };

enum { most_output_bytes = 1024, untouched = 0x5A };

/*===-- Random numbers, and what went wrong ---------------------------------*/

static uint32_t seed = SEED;
static uint32_t pick(uint32_t count) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % count;
}

static void write_number(uint32_t value) {
  char text[12] = "", *end = text + 11;
  do
    *--end = (char)('0' + value % 10);
  while ((value /= 10) != 0);
  port_write(end);
}

static void fail(const char *what, int by, int of) {
  port_write("wrong: ");
  port_write(what);
  port_write(" by ");
  write_number((uint32_t)by);
  port_write(" of ");
  write_number((uint32_t)of);
  port_write("\n");
  port_exit(1);
}

/* Runs a model on one of its cases, and checks what comes out: the reference's
 * output, or -1 and nothing. Returns the code. */
static int32_t run_checked(int number, bool must_run, bool must_fail) {
  const model *one = &models[number];
  unsigned char output[most_output_bytes];
  const uint32_t i = pick(one->cases);
  memset(output, untouched, sizeof(output));
  const int32_t code = one->run(one->inputs + i * one->input_bytes, output);
  if (code != 0) {
    if (code != -1 || must_run)
      fail("refused", number, number);
    for (uint32_t byte = 0; byte < one->output_bytes; ++byte)
      if (output[byte] != untouched)
        fail("refused, but it wrote an output,", number, number);
    return code;
  }
  if (must_fail)
    fail("not refused", number, number);
  if (memcmp(output, one->outputs + i * one->output_bytes, one->output_bytes))
    fail("another output", number, number);
  return code;
}

/*===-- The timer ------------------------------------------------------------*/

static void on_timer(void);

#ifdef __arm__
#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)
void systick_handler(void);
void systick_handler(void) {
  SYST_CSR = 0;
  on_timer();
}
static void set_timer(uint32_t ticks) {
  SYST_RVR = ticks + 1;
  SYST_CVR = 0;
  SYST_CSR = 7;
}
static void stop_timer(void) { SYST_CSR = 0; }
static uint32_t measure(int number) {
  SYST_CSR = 0;
  SYST_RVR = 0xFFFFFF;
  SYST_CVR = 0;
  SYST_CSR = 5;
  (void)run_checked(number, true, false);
  const uint32_t ticks = 0xFFFFFF - SYST_CVR;
  SYST_CSR = 0;
  return ticks + 2;
}
#else
#include <signal.h>
#include <sys/time.h>
#include <time.h>
static void on_signal(int number) {
  (void)number;
  on_timer();
}
static void set_timer(uint32_t ticks) {
  const struct itimerval delay = {{0, 0},
                                  {ticks / 1000000, ticks % 1000000 + 1}};
  setitimer(ITIMER_REAL, &delay, 0);
}
static void stop_timer(void) {
  const struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &never, 0);
}
static uint32_t measure(int number) {
  struct timespec begin, end;
  signal(SIGALRM, on_signal);
  clock_gettime(CLOCK_MONOTONIC, &begin);
  (void)run_checked(number, true, false);
  clock_gettime(CLOCK_MONOTONIC, &end);
  return (uint32_t)((end.tv_sec - begin.tv_sec) * 1000000 +
                    (end.tv_nsec - begin.tv_nsec) / 1000) +
         2;
}
#endif

/* Returns how long a run takes if nothing else runs. */
static uint32_t measure_best(int number) {
  uint32_t best = measure(number);
  for (int i = 0; i < 2; ++i) {
    const uint32_t other = measure(number);
    best = other < best ? other : best;
  }
  return best;
}

/*===-- Interruptions --------------------------------------------------------*/

static const rule *volatile active;
static volatile bool is_running, is_in_step;
static volatile uint32_t interruptions, refusals;

static bool may_interrupt(int by, int of) {
  for (int i = 0; i < number_of_rules; ++i)
    if (rules[i].by == by && rules[i].of == of)
      return true;
  return false;
}

/* Interrupts the run, if there is one: with the model that may, and now and
 * then with one that may not. */
static void interrupt_run(const rule *now) {
  if (refusals == 0 || pick(4) == 0) {
    int other;
    /* Just before the run takes its flags, and after it has left them, nothing
     * runs yet or any more: the model itself may run then. */
    if (run_checked(now->of, false, false) == 0)
      return;
    do
      other = (int)pick(number_of_models);
    while (may_interrupt(other, now->of));
    (void)run_checked(other, false, true);
    ++refusals;
    return;
  }
  if (now->when == 0) {
    (void)run_checked(now->by, true, false);
    ++interruptions;
    return;
  }
  if (run_checked(now->by, !is_in_step, false) == 0)
    ++interruptions;
  else
    ++refusals;
}

/* The time within which the next interruption comes. */
static uint32_t period;

static void on_timer(void) {
  const rule *const now = active;
  if (now == 0 || !is_running)
    return;
  interrupt_run(now);
  set_timer(pick(period));
}

static void run_rule(const rule *one) {
  period = measure_best(one->of) / 2 + 1;
  interruptions = refusals = 0;
  active = one;
  while (interruptions < RUNS) {
    set_timer(pick(period));
    is_running = true;
    (void)run_checked(one->of, true, false);
    is_running = false;
    stop_timer();
  }
  active = 0;
}

/* Runs the model with steps, and lets the other one come between them and, by
 * the timer, also while one runs. */
#define STEP2(name, part) tvmgen_##name##_##part
#define STEP(name, part) STEP2(name, part)
#define STRUCT2(name, part) struct tvmgen_##name##_##part
#define STRUCT(name, part) STRUCT2(name, part)
#define NUMBER2(name) name##_number
#define NUMBER_OF(name) NUMBER2(name)

#ifdef STEPPED
static int32_t step_once(STRUCT(STEPPED, progress) * progress,
                         STRUCT(STEPPED, inputs) * inputs,
                         STRUCT(STEPPED, outputs) * outputs) {
  is_in_step = true;
  const int32_t status = STEP(STEPPED, step)(progress, inputs, outputs);
  is_in_step = false;
  return status;
}

static void run_rule_in_steps(const rule *one) {
  static STRUCT(STEPPED, progress) progress;
  const model *const stepped = &models[NUMBER_OF(STEPPED)];
  unsigned char output[most_output_bytes];
  period = measure_best(one->of) / 2 + 1;
  interruptions = refusals = 0;
  /* The first interruptions may all come between steps. */
  while (interruptions < RUNS ||
         (refusals == 0 && interruptions < 100u * RUNS)) {
    const uint32_t i = pick(stepped->cases);
    const unsigned char *input = stepped->inputs + i * stepped->input_bytes;
    STRUCT(STEPPED, inputs) inputs;
    STRUCT(STEPPED, outputs) outputs;
    memcpy(&inputs, &input, sizeof(inputs));
    unsigned char *const place = output;
    memcpy(&outputs, &place, sizeof(outputs));
    if (STEP(STEPPED, begin)(&progress) != 0)
      fail("refused to begin", one->by, one->of);
    active = one;
    is_running = true;
    set_timer(pick(period));
    int32_t status;
    do {
      status = step_once(&progress, &inputs, &outputs);
      if (status < 0)
        fail("refused a step", one->by, one->of);
      if (pick(16) == 0) {
        is_running = false;
        (void)run_checked(one->by, true, false);
        ++interruptions;
        (void)run_checked(one->of, false, true);
        is_running = true;
      }
    } while (status > 0);
    is_running = false;
    stop_timer();
    active = 0;
    if (STEP(STEPPED, end)(&progress) != 0)
      fail("refused to end", one->by, one->of);
    if (memcmp(output, stepped->outputs + i * stepped->output_bytes,
               stepped->output_bytes))
      fail("another output in steps", one->by, one->of);
  }
}
#endif

/*===-- main -----------------------------------------------------------------*/

static const char *const names[] = {
#define NAME(name) #name,
    EACH_MODEL(NAME)};

int main(void) {
  if (PROGRAM_INIT() != 0)
    fail("init", 0, 0);
  for (int number = 0; number < number_of_models; ++number)
    (void)run_checked(number, true, false);
  for (int i = 0; i < number_of_rules; ++i) {
#ifdef STEPPED
    if (rules[i].when == 1)
      run_rule_in_steps(&rules[i]);
    else
#endif
      run_rule(&rules[i]);
    port_write(names[rules[i].by]);
    port_write(" of ");
    port_write(names[rules[i].of]);
    port_write(": ");
    write_number(interruptions);
    port_write(" right, refused some: ");
    port_write(refusals != 0 ? "yes\n" : "no\n");
  }
  return 0;
}
