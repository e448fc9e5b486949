/*===- write_host.c - Output of the tests on an operating system
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <stdio.h>

#include "harness.h"

void test_write(const char *text) { (void)fputs(text, stdout); }
