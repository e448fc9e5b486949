/* The drivers of a model: functions that copy a tensor, and may fail.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The binding defines FOR_EACH_DRIVER(X) as X(name, bytes) of each.
 */
#ifndef DRIVERS_H
#define DRIVERS_H

#include <stdint.h>
#include <string.h>

/* The number of the call that fails, and its code. */
static int driver_calls, failing_driver;
static int32_t failing_code;
/* Called while a driver runs. */
static void (*in_driver)(void);

static int32_t call_driver(const int8_t *x, int8_t *y, size_t bytes) {
  memcpy(y, x, bytes);
  if (in_driver)
    in_driver();
  return ++driver_calls == failing_driver ? failing_code : 0;
}

#define X(name, bytes)                                                         \
  int32_t name(const int8_t *x, int8_t *y) { return call_driver(x, y, bytes); }
FOR_EACH_DRIVER(X)
#undef X

#endif /* DRIVERS_H */
