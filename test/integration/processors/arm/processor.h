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

/* An interrupt after some 25,000 instructions, once. */
static inline void start_timer(void) {
  SYST_RVR = 600u;
  SYST_CVR = 0;
  SYST_CSR = 7u; /* on, from the processor's clock, with its interrupt */
}

static inline void stop_timer(void) { SYST_CSR = 0; }

#define TIMER_HANDLER(name)                                                    \
  void systick_handler(void);                                                  \
  void systick_handler(void) { name(); }

/* Loads and stores that are not aligned become faults. */
static inline void trap_unaligned(void) {
  *(volatile uint32_t *)0xE000ED14u /* CCR */ |= 8u;
}

/* Makes each access to 32 bytes a fault. Returns 0 if the core has no memory
 * protection. */
static inline int guard(const uint32_t *address, uint32_t number) {
  volatile uint32_t *const mpu = (volatile uint32_t *)0xE000ED90u;
  if ((mpu[0] >> 8 & 0xFFu) < 8)
    return 0;
#if defined(__ARM_ARCH) && __ARM_ARCH >= 8
  /* What two regions contain is a fault. */
  for (uint32_t twice = 0; twice < 2; ++twice) {
    mpu[2] = 2 * number + twice;
    mpu[3] = (uint32_t)(uintptr_t)address | 1u; /* not executed */
    mpu[4] = (uint32_t)(uintptr_t)address | 1u; /* to the same block; on */
  }
#else
  mpu[2] = 7u - number; /* before the start-up code's regions */
  mpu[3] = (uint32_t)(uintptr_t)address;
  mpu[4] = 1u << 28 | 4u << 1 | 1u; /* no access; 2^5 bytes; on */
#endif
  mpu[1] = 5u; /* on; other addresses are as without it */
  __asm__ volatile("dsb\n\tisb" : : : "memory");
  return 1;
}

#endif /* PROCESSOR_H */
