/* The functions of Zephyr's kernel that the module's platform.c calls, with
 * Zephyr's signatures; kernel.c has the rest. */
#ifndef ZEPHYR_INCLUDE_KERNEL_H_
#define ZEPHYR_INCLUDE_KERNEL_H_

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int64_t ticks;
} k_timeout_t;
#define K_NO_WAIT ((k_timeout_t){0})

struct k_heap {
  uint8_t *memory;
  size_t size;
  size_t used;
  int blocks;
};
#define K_HEAP_DEFINE(name, bytes)                                             \
  static uint8_t kheap_##name[bytes];                                          \
  struct k_heap name = {.memory = kheap_##name, .size = (bytes)}

void *k_heap_aligned_alloc(struct k_heap *heap, size_t align, size_t bytes,
                           k_timeout_t timeout);
void k_heap_free(struct k_heap *heap, void *memory);
void *k_aligned_alloc(size_t align, size_t size);
void k_free(void *memory);

int64_t k_uptime_ticks(void);
uint64_t k_cycle_get_64(void);
/* A tick is 100 microseconds, a cycle 40 nanoseconds. */
#define k_ticks_to_ns_floor64(t) ((t) * 100000u)
#define k_cyc_to_ns_floor64(t) ((t) * 40u)

void z_fatal(void);
#define k_panic() z_fatal()

#endif
