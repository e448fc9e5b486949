/* Checks of a driver: what the driver's author provides, and what check_driver.py generates.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef KIT_H
#define KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the checks make devices of the driver, and let them fail. */
struct kit_adapter {
  /* Returns the context of a new device with the name and program of the table, or NULL. */
  void *(*create)(const char *device, const char *program);
  void (*destroy)(void *context);
  /* Lets the next call of a hook ("init", "activate", "open", "close", "deactivate", "abort"), of a kernel ("kernel") or
   * the work that it launches ("late") fail, or that work never end ("timeout"). Returns the code that the driver must
   * then return, or 0 if it cannot be made to fail in this way: what needs it is then not checked. NULL if it never can. */
  int32_t (*fail)(void *context, const char *what);
  /* Lets the hardware work for longer than any job takes. NULL for devices that are not asynchronous. */
  void (*wait)(void);
};

extern const struct kit_adapter kit_adapter;

/* The rest is generated. */

struct kit_buffer {
  const char *name;
  size_t bytes, alignment;
  int bits; /* of an element; negative for floats */
};

typedef int32_t (*kit_hook)(void *context);
enum { KIT_INIT, KIT_ACTIVATE, KIT_OPEN, KIT_CLOSE, KIT_DEACTIVATE, KIT_SYNC, KIT_ABORT, KIT_NUM_HOOKS };
enum { KIT_MAX_BUFFERS = 64, KIT_MAX_DEVICES = 4 };

struct kit_device {
  const char *name, *program;
  const char *other_program; /* of another device of the kind, or NULL */
  kit_hook hooks[KIT_NUM_HOOKS];
};

struct kit_case {
  const char *name;
  size_t num_inputs, num_outputs, num_devices;
  struct kit_buffer inputs[KIT_MAX_BUFFERS], outputs[KIT_MAX_BUFFERS];
  struct kit_device devices[KIT_MAX_DEVICES];
  int32_t (*init)(void *const *devices); /* or NULL */
  int32_t (*run)(void *const *inputs, void *const *outputs, void *const *devices);
  /* The same without devices. */
  int32_t (*reference)(void *const *inputs, void *const *outputs);
  int in_place;    /* the input that the output may be, or -1 */
  size_t num_own;  /* outputs of the model, before its layers' outputs */
  bool is_network; /* and not one operator, whose first step is a launch */
  /* A run in steps: step returns 1 if there are more, 0 at the end, and -1 after a failure with a code. */
  int32_t (*begin)(void *const *devices);
  int32_t (*step)(void *const *inputs, void *const *outputs, void *const *devices);
  int32_t (*code)(void);
  int32_t (*end)(void *const *devices);
  int32_t (*abort)(void *const *devices);
};

extern const struct kit_case *const kit_cases[];
extern const size_t kit_num_cases;
extern const double kit_tolerance; /* of floats, relative to the largest */

#endif
