/* Brings a Cortex-M4 from reset to main, without a C library's start files, and tells of faults.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdint.h>

#include "semihosting.h"

extern uint32_t data_start, data_end, bss_start, bss_end, stack_bottom, stack_top;
extern const uint32_t data_source, text_end;
int main(void);

/* Coprocessor access control: full access to CP10 and CP11 turns the floating-point unit on. */
#define CPACR (*(volatile uint32_t *)0xE000ED88u)
/* What kind of fault, whether a smaller one became a HardFault, and the address that a load or store was for. */
#define CFSR (*(volatile uint32_t *)0xE000ED28u)
#define HFSR (*(volatile uint32_t *)0xE000ED2Cu)
#define BFAR (*(volatile uint32_t *)0xE000ED38u)

void reset_handler(void);
void reset_handler(void) {
  const uint32_t *source = &data_source;
  for (uint32_t *word = &data_start; word != &data_end; ++word)
    *word = *source++;
  for (volatile uint32_t *word = &bss_start; word != &bss_end; ++word)
    *word = 0;
  CPACR |= 0xFu << 20;
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

/* The fault may be a stack without room. */
__attribute__((used)) static uint32_t fault_stack[128];

/* `frame` is where the stack was. Of the words in it those are told that can be an address in code: that of the
 * fault first, then of its callers, and some that are only left over. */
void report_fault(const uint32_t *frame);
void report_fault(const uint32_t *frame) {
  semihosting_write("fault");
  write_word(" cfsr=", CFSR);
  write_word(" hfsr=", HFSR);
  write_word(" bfar=", BFAR);
  semihosting_write(" code=");
  const uint32_t *word = (uintptr_t)frame < (uintptr_t)&stack_bottom ? &stack_bottom : frame;
  for (int told = 0; word < &stack_top && told < 64; ++word) {
    /* The address of the fault itself has no mark of Thumb code. */
    const uint32_t is_return = (*word & 1) | (word == frame + 6);
    if (is_return && *word < (uintptr_t)&text_end) {
      write_word(told == 0 ? "" : ",", *word);
      ++told;
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

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))(uintptr_t)&stack_top,
    reset_handler,
    fault_handler, /* NMI */
    fault_handler, /* HardFault */
    fault_handler, /* MemManage */
    fault_handler, /* BusFault */
    fault_handler, /* UsageFault */
};
