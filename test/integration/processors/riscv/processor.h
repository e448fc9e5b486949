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
#include <stdlib.h>

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

/* The timer of QEMU's machine `virt`, which counts 10 million times a second:
 * once in 100 instructions. */
#define MTIME (*(volatile uint64_t *)0x0200BFF8u)
#define MTIMECMP (*(volatile uint64_t *)0x02004000u)

/* An interrupt after some 25,000 instructions, once. */
static inline void start_timer(void) {
  MTIMECMP = MTIME + 250u;
  __asm__ volatile("csrs mie, %0" : : "r"(0x80u));
  __asm__ volatile("csrs mstatus, 8");
}

static inline void stop_timer(void) { MTIMECMP = UINT64_MAX; }

static inline void report_trap(void) {
  uint32_t cause;
  __asm__ volatile("csrr %0, mcause" : "=r"(cause));
  printf("fault mcause=%08x\n", (unsigned)cause);
  exit(3);
}

#define TIMER_HANDLER(name)                                                    \
  __attribute__((interrupt, aligned(4))) static void trap_handler(void) {      \
    uint32_t cause;                                                            \
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));                         \
    if (cause != 0x80000007u)                                                  \
      report_trap();                                                           \
    name();                                                                    \
  }                                                                            \
  __attribute__((constructor)) static void take_traps(void) {                  \
    __asm__ volatile("csrw mtvec, %0" : : "r"(trap_handler));                  \
  }

/* The machine loads and stores words at any address. */
static inline void trap_unaligned(void) {}

__attribute__((interrupt, aligned(4))) static void fault_handler(void) {
  report_trap();
}

/* Makes each access to 32 bytes a fault, by an entry of the physical memory
 * protection that is locked, so that it holds for this mode, too. */
static inline int guard(const uint32_t *address, uint32_t number) {
  const uint32_t range = (uint32_t)(uintptr_t)address >> 2 | 3u;
  __asm__ volatile("csrw mtvec, %0" : : "r"(fault_handler));
  switch (number) {
  case 0:
    __asm__ volatile("csrw pmpaddr0, %0" : : "r"(range));
    break;
  case 1:
    __asm__ volatile("csrw pmpaddr1, %0" : : "r"(range));
    break;
  default:
    __asm__ volatile("csrw pmpaddr2, %0" : : "r"(range));
    break;
  }
  __asm__ volatile("csrs pmpcfg0, %0" : : "r"(0x98u << 8 * number));
  return 1;
}

#endif /* PROCESSOR_H */
