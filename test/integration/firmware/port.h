/* Functions to write text and to end the program.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef PORT_H
#define PORT_H

#ifdef __arm__
#include "semihosting.h"
#define port_write semihosting_write
#define port_exit semihosting_exit
#else
#include <stdio.h>
#include <stdlib.h>
static inline void port_write(const char *text) { fputs(text, stdout); }
static inline void port_exit(int status) { exit(status); }
#endif

#endif
