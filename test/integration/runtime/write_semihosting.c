/* The output of the runtime's tests on bare metal.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "harness.h"
#include "semihosting.h"

void test_write(const char *text) { semihosting_write(text); }
