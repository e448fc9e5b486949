/* The C runtime's platform functions on Zephyr's kernel.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Memory may be taken and given back by any number of threads; the timer is
 * one, as the runtime has it.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/crt/stack_allocator.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>
#ifdef CONFIG_TIRC_CRT_RANDOM
#include <zephyr/random/random.h>
#endif

#ifdef CONFIG_TIRC_CRT_MEMORY_OWN
K_HEAP_DEFINE(tirc_crt_heap, CONFIG_TIRC_CRT_HEAP_SIZE);
#endif

tvm_crt_error_t TVMPlatformInitialize(void) { return kTvmErrorNoError; }

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  /* The kernel's heaps give nothing for 0 bytes. */
  const size_t size = num_bytes == 0 ? 1 : num_bytes;
  const size_t alignment = TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES;
  (void)dev;
#ifdef CONFIG_TIRC_CRT_MEMORY_OWN
  void *memory =
      k_heap_aligned_alloc(&tirc_crt_heap, alignment, size, K_NO_WAIT);
#else
  void *memory = k_aligned_alloc(alignment, size);
#endif
  if (memory == NULL)
    return kTvmErrorPlatformNoMemory;
  *out_ptr = memory;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
#ifdef CONFIG_TIRC_CRT_MEMORY_OWN
  k_heap_free(&tirc_crt_heap, ptr);
#else
  k_free(ptr);
#endif
  return kTvmErrorNoError;
}

void TVMPlatformAbort(tvm_crt_error_t code) {
  printk("TVMPlatformAbort: 0x%04x\n", (unsigned)code);
  k_panic();
  /* A handler of the application's may have gone on, but the caller cannot. */
  for (;;) {
  }
}

void TVMLogf(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vprintk(fmt, args);
  va_end(args);
}

size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args) {
  const int length = vsnprintk(out_buf, out_buf_size_bytes, fmt, args);
  return length < 0 ? 0 : (size_t)length;
}

/* Cycles where they do not wrap within a measurement, else ticks of the
 * kernel's clock. */
static uint64_t now_ns(void) {
#ifdef CONFIG_TIMER_HAS_64BIT_CYCLE_COUNTER
  return k_cyc_to_ns_floor64(k_cycle_get_64());
#else
  return k_ticks_to_ns_floor64((uint64_t)k_uptime_ticks());
#endif
}

static uint64_t timer_start;
static bool timer_runs;

tvm_crt_error_t TVMPlatformTimerStart(void) {
  if (timer_runs)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = true;
  timer_start = now_ns();
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  if (!timer_runs)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = false;
  *elapsed_time_seconds = (double)(now_ns() - timer_start) * 1e-9;
  return kTvmErrorNoError;
}

#ifdef CONFIG_TIRC_CRT_RANDOM
tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer, size_t num_bytes) {
  sys_rand_get(buffer, num_bytes);
  return kTvmErrorNoError;
}
#endif
