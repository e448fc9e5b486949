/* The two semihosting calls of Arm's specification that the tests need.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef SEMIHOSTING_H
#define SEMIHOSTING_H

#include <stdint.h>

static inline uint32_t semihosting_call(uint32_t operation, const void *argument) {
  register uint32_t r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static inline void semihosting_write(const char *text) {
  (void)semihosting_call(0x04 /* SYS_WRITE0 */, text);
}

static inline void semihosting_exit(int status) {
  const uint32_t block[2] = {0x20026 /* ADP_Stopped_ApplicationExit */, (uint32_t)status};
  (void)semihosting_call(0x20 /* SYS_EXIT_EXTENDED */, block);
  for (;;) {
  }
}

#endif
