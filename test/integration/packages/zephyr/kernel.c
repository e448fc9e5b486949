/* A kernel for the tests: heaps that only grow until they are empty again, a
 * clock, a console; and what is checked of the platform functions before main.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>
#include <zephyr/kernel.h>
#include <zephyr/random/random.h>
#include <zephyr/sys/printk.h>

static uint8_t kernel_memory[4096];
static struct k_heap kernel_heap = {.memory = kernel_memory,
                                    .size = sizeof(kernel_memory)};
static int64_t clock;
static int panics;

void *k_heap_aligned_alloc(struct k_heap *heap, size_t align, size_t bytes,
                           k_timeout_t timeout) {
  const uintptr_t base = (uintptr_t)heap->memory;
  const size_t start =
      ((base + heap->used + align - 1) & ~(uintptr_t)(align - 1)) - base;
  if (timeout.ticks != 0 || bytes == 0 || start + bytes > heap->size)
    return NULL;
  heap->used = start + bytes;
  ++heap->blocks;
  return heap->memory + start;
}

void k_heap_free(struct k_heap *heap, void *memory) {
  if (memory != NULL && --heap->blocks == 0)
    heap->used = 0;
}

void *k_aligned_alloc(size_t align, size_t size) {
  return k_heap_aligned_alloc(&kernel_heap, align, size, K_NO_WAIT);
}

void k_free(void *memory) { k_heap_free(&kernel_heap, memory); }

int64_t k_uptime_ticks(void) { return clock += 10000; }
uint64_t k_cycle_get_64(void) { return (uint64_t)(clock += 25000000); }
void sys_rand_get(void *dst, size_t len) { memset(dst, 0x5A, len); }

void vprintk(const char *fmt, va_list ap) { vprintf(fmt, ap); }
int vsnprintk(char *str, size_t size, const char *fmt, va_list ap) {
  return vsnprintf(str, size, fmt, ap);
}

void printk(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vprintk(fmt, ap);
  va_end(ap);
}

/* TVMPlatformAbort ends here. */
void z_fatal(void) { exit(++panics); }

static size_t format(char *text, size_t size, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const size_t length = TVMPlatformFormatMessage(text, size, fmt, ap);
  va_end(ap);
  return length;
}

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printk("line %d: expected %s\n", __LINE__, #condition);                  \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

__attribute__((constructor)) static void check_platform(void) {
  const DLDevice cpu = {kDLCPU, 0};
  void *first = NULL, *second = NULL, *third = NULL;
  EXPECT(TVMPlatformMemoryAllocate(3, cpu, &first) == kTvmErrorNoError);
  EXPECT(TVMPlatformMemoryAllocate(0, cpu, &second) == kTvmErrorNoError);
  EXPECT((uintptr_t)first % 16 == 0 && (uintptr_t)second % 16 == 0 &&
         first != second);
  EXPECT(TVMPlatformMemoryAllocate(1 << 20, cpu, &third) ==
             kTvmErrorPlatformNoMemory &&
         third == NULL);
  EXPECT(TVMPlatformMemoryFree(second, cpu) == kTvmErrorNoError);
  EXPECT(TVMPlatformMemoryFree(first, cpu) == kTvmErrorNoError);
#ifdef CONFIG_TIRC_CRT_MEMORY_OWN
  EXPECT(TVMPlatformMemoryAllocate(CONFIG_TIRC_CRT_HEAP_SIZE - 16, cpu,
                                   &first) == kTvmErrorNoError);
  EXPECT(TVMPlatformMemoryFree(first, cpu) == kTvmErrorNoError);
#endif

  double seconds = 0;
  EXPECT(TVMPlatformTimerStop(&seconds) == kTvmErrorPlatformTimerBadState);
  EXPECT(TVMPlatformTimerStart() == kTvmErrorNoError);
  EXPECT(TVMPlatformTimerStart() == kTvmErrorPlatformTimerBadState);
  EXPECT(TVMPlatformTimerStop(&seconds) == kTvmErrorNoError &&
         seconds > 0.999 && seconds < 1.001);

  uint8_t random[4] = {0};
  const tvm_crt_error_t code =
      TVMPlatformGenerateRandom(random, sizeof(random));
#ifdef CONFIG_TIRC_CRT_RANDOM
  EXPECT(code == kTvmErrorNoError && random[3] == 0x5A);
#else
  EXPECT(code == kTvmErrorFunctionCallNotImplemented);
#endif

  char text[8];
  EXPECT(format(text, sizeof(text), "%d-%s", 12, "a") == 4 &&
         strcmp(text, "12-a") == 0);
  TVMLogf("platform %s\n", "checked");
}
