/* Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef PRINT_H
#define PRINT_H

/* A board's way to show text: here semihosting on a Cortex-M. */
#ifdef __arm__
#include "semihosting.h"

static inline void print(const char *text) { semihosting_write(text); }
#else
#include <stdio.h>

static inline void print(const char *text) { fputs(text, stdout); }
#endif

#endif
