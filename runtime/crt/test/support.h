/*===- support.h - A platform that tests control, and a system library
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#ifndef TIR_CRT_TEST_SUPPORT_H
#define TIR_CRT_TEST_SUPPORT_H

#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>

#include "harness.h"

/* The number of allocations, and the number of further allocations until there
 * is no memory; negative for no limit. Freeing blocks in another than the
 * reverse order is an error. */
extern int platform_allocations, platform_memory_ends_after;
/* The last device that was passed to TVMPlatformMemoryFree. */
extern DLDevice platform_last_device;
/* The seconds that each measurement takes, by its number, and how often the
 * hooks were called. */
extern double platform_seconds;
extern int platform_timer_runs, platform_before, platform_after;
/* The result of TVMSystemLibEntryPoint. */
extern const TVMModule *system_library;

#define PACKED(name)                                                           \
  static int name(TVMValue *args, int *type_codes, int num_args,               \
                  TVMValue *ret_value, int *ret_type_code,                     \
                  void *resource_handle)
#define UNUSED_ARGS                                                            \
  ((void)args, (void)type_codes, (void)num_args, (void)ret_value,              \
   (void)ret_type_code, (void)resource_handle)

/* A registry's names with their count in the target's byte order: 9 functions
 * at most. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define NAMES(count, names) "\0" count names
#else
#define NAMES(count, names) count "\0" names
#endif

#endif
