/* The first words of a Cortex-M's flash: stack, reset, faults.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdint.h>

extern uint32_t __stack; /* defined by the linker script, used by newlib's start-up code */
void _start(void);       /* newlib's: copies nothing, clears .bss, calls main, exits */

static void stop(void) {
  for (;;) {
  }
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))(uintptr_t)&__stack,
    _start,
    stop, /* NMI */
    stop, /* HardFault */
    stop, /* MemManage */
    stop, /* BusFault */
    stop, /* UsageFault */
};
