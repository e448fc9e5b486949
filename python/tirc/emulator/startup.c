/* Brings a Cortex-M4 from reset to main, without a C library's start files, and
 * reports faults.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdint.h>

#include "semihosting.h"

extern uint32_t data_start, data_end, bss_start, bss_end;
extern const uint32_t data_source;
extern uint32_t stack_bottom[], stack_top[], text_end[];
int main(void);

/* Coprocessor access control: full access to CP10 and CP11 turns the
 * floating-point unit on. */
#define CPACR (*(volatile uint32_t *)0xE000ED88u)
/* The kind of fault, whether another fault became a HardFault, and the address
 * of a load or store that failed: one that the memory protection forbids, and
 * one that is unmapped. */
#define CFSR (*(volatile uint32_t *)0xE000ED28u)
#define HFSR (*(volatile uint32_t *)0xE000ED2Cu)
#define MMFAR (*(volatile uint32_t *)0xE000ED34u)
#define BFAR (*(volatile uint32_t *)0xE000ED38u)
/* The memory protection unit: how many regions it has, a region's number,
 * address and attributes, and the register that turns the unit on. */
#define MPU_TYPE (*(volatile uint32_t *)0xE000ED90u)
#define MPU_CTRL (*(volatile uint32_t *)0xE000ED94u)
#define MPU_RNR (*(volatile uint32_t *)0xE000ED98u)
#define MPU_RBAR (*(volatile uint32_t *)0xE000ED9Cu)
#define MPU_RASR (*(volatile uint32_t *)0xE000EDA0u)

/* The emulated board ignores stores to unmapped addresses and to its flash:
 * this makes them faults. A region has 2^bits bytes. */
static void protect(uint32_t region, uint32_t address, uint32_t bits,
                    uint32_t attributes) {
  MPU_RNR = region;
  MPU_RBAR = address;
  MPU_RASR = attributes | (bits - 1) << 1 | 1;
}

static void protect_memory(void) {
  const uint32_t no_access = 1u << 28, read_only = 6u << 24;
  if ((MPU_TYPE >> 8 & 0xFFu) == 0)
    return; /* a core without the unit, such as the Cortex-M0 */
#if defined(__ARM_ARCH) && __ARM_ARCH >= 8
  return; /* the unit of Armv8-M has other registers */
#endif
  protect(0, 0x00000000, 23, read_only); /* code and constants */
  protect(1, 0x00800000, 23, no_access);
  protect(2, 0x10000000, 28, no_access); /* up to the stack */
  protect(3, 0x20800000, 23, no_access);
  MPU_CTRL = 5; /* on; other addresses are as without it */
}

void reset_handler(void);
void reset_handler(void) {
  const uint32_t *source = &data_source;
  for (uint32_t *word = &data_start; word != &data_end; ++word)
    *word = *source++;
  for (volatile uint32_t *word = &bss_start; word != &bss_end; ++word)
    *word = 0;
  CPACR |= 0xFu << 20;
  protect_memory();
  __asm__ volatile("dsb\n\tisb");
  semihosting_exit(main());
}

static void write_word(const char *name, uint32_t value) {
  char text[10] = "";
  for (int digit = 0; digit < 8; ++digit)
    text[digit] = "0123456789abcdef"[value >> (28 - 4 * digit) & 15];
  semihosting_write(name);
  semihosting_write(text);
}

/* The fault may be a stack overflow. */
__attribute__((used)) static uint32_t fault_stack[128];

/* Returns the address that the instruction before `address` calls (BL, Armv7-M
 * A7.7.18), or 0 if it is another instruction. */
static uint32_t get_called(uint32_t address) {
  const uint32_t first = *(const uint16_t *)(uintptr_t)(address - 4);
  const uint32_t second = *(const uint16_t *)(uintptr_t)(address - 2);
  if (address < 8 || (first & 0xF800u) != 0xF000u ||
      (second & 0xD000u) != 0xD000u)
    return 0;
  const uint32_t sign = first >> 10 & 1;
  const uint32_t bit23 = (second >> 13 & 1) == sign,
                 bit22 = (second >> 11 & 1) == sign;
  return address + (sign * 0xFF000000u | bit23 << 23 | bit22 << 22 |
                    (first & 0x3FFu) << 12 | (second & 0x7FFu) << 1);
}

/* Reports a fault. `frame` is the stack pointer at the fault. Prints the words
 * from there on that can be an address in code, and the functions that were
 * called there: first the fault itself, which is not there after a stack
 * overflow, then its callers, and some values that are left from earlier calls.
 */
void report_fault(const uint32_t *frame);
void report_fault(const uint32_t *frame) {
  semihosting_write("fault");
  write_word(" cfsr=", CFSR);
  write_word(" hfsr=", HFSR);
  write_word(" mmfar=", MMFAR);
  write_word(" bfar=", BFAR);
  semihosting_write(" code=");
  const uintptr_t fault = (uintptr_t)frame + 24;
  uintptr_t place = (uintptr_t)frame < (uintptr_t)stack_bottom
                        ? (uintptr_t)stack_bottom
                        : (uintptr_t)frame;
  for (int reported = 0; place < (uintptr_t)stack_top && reported < 64;
       place += 4) {
    const uint32_t word = *(const uint32_t *)place;
    /* The address of the fault itself does not have the bit that marks Thumb
     * code. */
    if (((word & 1) != 0 || place == fault) && word < (uintptr_t)text_end) {
      const uint32_t called = place == fault ? 0 : get_called(word & ~1u);
      if (called != 0) {
        write_word("", called);
        semihosting_write(",");
      }
      write_word("", word);
      semihosting_write(",");
      ++reported;
    }
  }
  semihosting_write("\n");
  semihosting_exit(3);
}

__attribute__((naked)) static void fault_handler(void) {
  __asm__ volatile("mov r0, sp\n\t"
                   "ldr r1, =fault_stack + 512\n\t"
                   "mov sp, r1\n\t"
                   "b report_fault");
}

/* A program may define it. */
__attribute__((weak, alias("fault_handler"))) void systick_handler(void);

__attribute__((section(".vectors"),
               used)) static void (*const vectors[16])(void) = {
    (void (*)(void))(uintptr_t)stack_top,
    reset_handler,
    fault_handler, /* NMI */
    fault_handler, /* HardFault */
    fault_handler, /* MemManage */
    fault_handler, /* BusFault */
    fault_handler, /* UsageFault */
    0,
    0,
    0,
    0,
    fault_handler, /* SVCall */
    fault_handler, /* DebugMonitor */
    0,
    fault_handler, /* PendSV */
    systick_handler,
};
