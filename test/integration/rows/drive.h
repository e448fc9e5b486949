/* Runs a model by its functions _begin, _row, _feed, _step, _end and _abort
 * instead of _run, and calls each of them when it is not its turn, too.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The binding defines the macros in capitals. STRUCTS is what a step gets
 * besides the progress.
 */
#ifndef DRIVE_H
#define DRIVE_H

#include <stdint.h>
#include <string.h>

static int fail(const char *name, const char *what);

static void expect(int holds, const char *what) {
  if (!holds) {
    fail("expected", what);
    __builtin_trap();
  }
}
#define EXPECT(condition) expect((condition), #condition)

/* Nothing but `allowed` works. */
enum turn { BEGIN = 1, ROW = 2, STEP = 4, END = 8, ABORT = 16 };

static void misuse(struct DRIVEN(progress) * progress, int allowed,
                   MODEL_INPUTS *inputs, MODEL_OUTPUTS *outputs) {
  struct DRIVEN(progress) before = *progress;
  (void)inputs;
  (void)outputs;
  if (!(allowed & BEGIN)) {
    EXPECT(DRIVEN(begin)(progress BEGIN_STRUCTS) < 0);
    /* Runs that share no memory can be active at the same time. */
    if (DRIVEN_MACRO(WORKSPACE_SIZE) > 0) {
      struct DRIVEN(progress) other = {{0}};
      EXPECT(DRIVEN(begin)(&other BEGIN_STRUCTS) < 0);
      EXPECT(DRIVEN(run)(inputs, outputs) < 0);
    }
  } else {
    /* No run has these positions. */
    static const int32_t positions[] = {-3, DRIVEN_MACRO(STEPS) + 2, INT32_MIN,
                                        INT32_MAX};
    for (unsigned i = 0; i < sizeof positions / sizeof *positions; ++i) {
      struct DRIVEN(progress) broken = {{positions[i], -1, 0}}, same = broken;
      EXPECT(DRIVEN(begin)(&broken BEGIN_STRUCTS) < 0);
#ifdef STEPPED
      EXPECT(DRIVEN(step)(&broken STRUCTS) == DRIVEN_MACRO(ERROR));
#endif
#ifdef FED
      EXPECT(DRIVEN(row)(&broken) == NULL);
      EXPECT(DRIVEN(feed)(&broken FEED_STRUCTS) == DRIVEN_MACRO(ERROR));
#endif
      EXPECT(DRIVEN(end)(&broken) < 0);
      EXPECT(DRIVEN(abort)(&broken) < 0);
      EXPECT(memcmp(&broken, &same, sizeof same) == 0);
    }
  }
#ifdef FED
  if (!(allowed & ROW)) {
    EXPECT(DRIVEN(row)(progress) == NULL);
    EXPECT(DRIVEN(feed)(progress FEED_STRUCTS) < 0);
  }
#endif
#ifdef STEPPED
  if (!(allowed & STEP))
    EXPECT(DRIVEN(step)(progress STRUCTS) < 0);
#endif
  if (!(allowed & END))
    EXPECT(DRIVEN(end)(progress) < 0);
  if (!(allowed & ABORT))
    EXPECT(DRIVEN(abort)(progress) < 0);
  EXPECT(memcmp(&before, progress, sizeof before) == 0);
}

#ifdef DRIVERS
static struct DRIVEN(progress) * running;
static MODEL_INPUTS *running_inputs;
static MODEL_OUTPUTS *running_outputs;

/* A fault handler, a watchdog or an interrupt during a step: no other run can
 * begin, and this one cannot end. */
static void interrupt(void) {
  misuse(running, 0, running_inputs, running_outputs);
}
#endif

/* Runs the model until it is done, until `most` parts of it have run, or until
 * a driver fails. */
static int32_t drive(struct DRIVEN(progress) * progress, int most,
                     MODEL_INPUTS *inputs, MODEL_OUTPUTS *outputs) {
  int32_t code = DRIVEN(begin)(progress BEGIN_STRUCTS);
#ifdef DRIVERS
  if (code != 0) {
    EXPECT(failing_driver != 0 && code == failing_code);
    EXPECT(DRIVEN(code)(progress) == code);
    return DRIVEN_MACRO(ERROR);
  }
#endif
  EXPECT(code == 0);
  code = DRIVEN_MACRO(MORE);
#ifdef FED
  const char *fed = (const char *)inputs->FED;
  int rows = 0;
#endif
  for (int part = 0; part < most && code > DRIVEN_MACRO(DONE); ++part) {
#ifdef FED
    char *place = (char *)DRIVEN(row)(progress);
#ifdef STEPPED
    if (place) {
      misuse(progress, ROW | STEP | ABORT, inputs, outputs);
      /* Without the row, nothing happens. */
      struct DRIVEN(progress) before = *progress;
      EXPECT(DRIVEN(step)(progress STRUCTS) == DRIVEN_MACRO(NEEDS_ROW));
      EXPECT(memcmp(&before, progress, sizeof before) == 0);
    }
#else
    EXPECT(place != NULL);
    misuse(progress, ROW | ABORT, inputs, outputs);
#endif
    if (place) {
      memcpy(place, fed, DRIVEN_MACRO(ROW_SIZE));
      fed += DRIVEN_MACRO(ROW_SIZE);
      code = DRIVEN(feed)(progress FEED_STRUCTS);
      ++rows;
    }
#endif
#ifdef STEPPED
    EXPECT(code > DRIVEN_MACRO(DONE));
    misuse(progress, STEP | ABORT, inputs, outputs);
    code = DRIVEN(step)(progress STRUCTS);
#endif
  }
  if (code == DRIVEN_MACRO(ERROR)) {
#ifdef DRIVERS
    EXPECT(failing_driver != 0 && DRIVEN(code)(progress) == failing_code);
    misuse(progress, ABORT, inputs, outputs);
#else
    EXPECT(!"no driver fails");
#endif
    return code;
  }
  EXPECT(DRIVEN(code)(progress) == 0);
  if (code != DRIVEN_MACRO(DONE))
    return code;
#ifdef FED
  EXPECT(rows == DRIVEN_MACRO(ROWS));
#endif
#ifdef STEPPED
  EXPECT(DRIVEN(step)(progress STRUCTS) == DRIVEN_MACRO(DONE));
#endif
  misuse(progress, STEP | END | ABORT, inputs, outputs);
  return code;
}

static int32_t drive_run(MODEL_INPUTS *inputs, MODEL_OUTPUTS *outputs) {
  static int runs;
  struct DRIVEN(progress) progress = {{0}};
#ifdef DRIVERS
  running = &progress;
  running_inputs = inputs;
  running_outputs = outputs;
  in_driver = interrupt;
#endif
  misuse(&progress, BEGIN, inputs, outputs);
  /* A run that ends early leaves nothing behind. */
  drive(&progress, runs % 3, inputs, outputs);
  EXPECT(DRIVEN(abort)(&progress) == 0);
  misuse(&progress, BEGIN, inputs, outputs);
#ifdef DRIVERS
  static const int32_t codes[] = {1, 2, -1, INT32_MIN, 3, 0x7f000001};
  driver_calls = 0;
  failing_driver = 1 + (runs * 5 + 3) % DRIVERS;
  failing_code = codes[runs % 6];
  int32_t failed = drive(&progress, 1 << 30, inputs, outputs);
  /* A driver whose result is not used is not called. */
  EXPECT((failed == DRIVEN_MACRO(ERROR)) == (driver_calls >= failing_driver));
  EXPECT(DRIVEN(abort)(&progress) == 0);
  misuse(&progress, BEGIN, inputs, outputs);
  failing_driver = 0;
#endif
  EXPECT(drive(&progress, 1 << 30, inputs, outputs) == DRIVEN_MACRO(DONE));
  EXPECT(DRIVEN(end)(&progress) == 0);
  misuse(&progress, BEGIN, inputs, outputs);
  ++runs;
  return 0;
}

#endif /* DRIVE_H */
