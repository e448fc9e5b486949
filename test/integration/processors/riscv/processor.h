/* What main.c asks of an emulated RISC-V with picolibc.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The processor counts its instructions, exactly so under QEMU's -icount.
 */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <stdint.h>
#include <stdio.h>

#define READ_STACK_POINTER(variable)                                           \
  __asm__ volatile("mv %0, sp" : "=r"(variable))

static inline uint32_t count_instructions(void) {
  uint32_t count;
  __asm__ volatile("csrr %0, instret" : "=r"(count));
  return count;
}

static inline uint32_t start_count(void) { return count_instructions(); }

static inline uint32_t read_count(uint32_t start) {
  return count_instructions() - start;
}

static inline void semihosting_write(const char *text) { fputs(text, stdout); }

#endif /* PROCESSOR_H */
