/* Brings a Cortex-M4 from reset to main, without a C library's start files.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdint.h>

#include "semihosting.h"

extern uint32_t data_start, data_end, bss_start, bss_end, stack_top;
extern const uint32_t data_source;
int main(void);

/* Coprocessor access control: full access to CP10 and CP11 turns the floating-point unit on. */
#define CPACR (*(volatile uint32_t *)0xE000ED88u)

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

static void fault_handler(void) {
  semihosting_write("fault\n");
  semihosting_exit(3);
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
