/* What main.c asks of an emulated Cortex-M.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Under QEMU's -icount shift=0 an instruction takes a nanosecond, and SysTick,
 * at 25 MHz, counts one tick in 40 of them.
 */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include "semihosting.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)

#define READ_STACK_POINTER(variable)                                           \
  __asm__ volatile("mov %0, sp" : "=r"(variable))

static inline uint32_t start_count(void) {
  SYST_RVR = 0xFFFFFFu;
  SYST_CVR = 0;
  SYST_CSR = 5; /* on, from the processor's clock, no interrupt */
  return SYST_CVR;
}

static inline uint32_t read_count(uint32_t start) {
  return (start - SYST_CVR) & 0xFFFFFFu;
}

#endif /* PROCESSOR_H */
