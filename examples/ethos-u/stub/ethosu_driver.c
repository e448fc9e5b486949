/* Stands for Arm's driver on a machine without an Ethos-U: it checks everything
 * that it is given, and runs the layers that Vela compiled as tirc compiles
 * them.
 *
 * make_parts.py writes parts.h, with what the file of Vela has for each of its
 * operators.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ethosu_driver.h"

#include <string.h>

struct part {
  /* Bytes, and a hash of them where the file has contents. */
  size_t commands, constants, memory, fast;
  uint32_t commands_hash, constants_hash;
  int32_t (*run)(uint8_t *memory);
};

#include "parts.h"

enum { alignment = 16, bases_expected = 3 };

const char *ethosu_stub_error = "";
unsigned ethosu_stub_calls;

static int fail(const char *error) {
  ethosu_stub_error = error;
  return -1;
}

int ethosu_init(struct ethosu_driver *drv, void *const base_address, const void *fast_memory,
                const size_t fast_memory_size, uint32_t secure_enable, uint32_t privilege_enable) {
  (void)base_address, (void)fast_memory, (void)fast_memory_size;
  (void)secure_enable, (void)privilege_enable;
  drv->is_open = 1;
  return 0;
}

/* FNV-1a. */
static uint32_t hash(const uint8_t *bytes, size_t count) {
  uint32_t value = 2166136261u;
  for (size_t i = 0; i < count; ++i)
    value = (value ^ bytes[i]) * 16777619u;
  return value;
}

static const struct part *find(const uint8_t *commands, size_t size) {
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i)
    if (parts[i].commands == size && parts[i].commands_hash == hash(commands, size))
      return &parts[i];
  return NULL;
}

static int is_misaligned(uint64_t address) { return address % alignment != 0; }

int ethosu_invoke_v3(struct ethosu_driver *drv, const void *custom_data_ptr,
                     const int custom_data_size, uint64_t *const base_addr,
                     const size_t *base_addr_size, const int num_base_addr, void *user_arg) {
  (void)user_arg;
  if (!drv || !drv->is_open)
    return fail("the context is not a driver that ethosu_init has opened");
  if (num_base_addr != bases_expected)
    return fail("there are not three regions");
  if (custom_data_size < 4 || memcmp(custom_data_ptr, "COP1", 4) != 0)
    return fail("the commands do not begin as a stream of commands");
  const struct part *part = find(custom_data_ptr, (size_t)custom_data_size);
  if (!part)
    return fail("no operator of Vela's has these commands");
  const uint64_t constants = base_addr[0], memory = base_addr[1], fast = base_addr[2];
  if (is_misaligned((uintptr_t)custom_data_ptr))
    return fail("the commands are not at a multiple of 16 bytes");
  if (is_misaligned(constants) || is_misaligned(memory) || is_misaligned(fast))
    return fail("a region is not at a multiple of 16 bytes");
  if (base_addr_size[0] != part->constants)
    return fail("the constants have another size");
  if (hash((const uint8_t *)(uintptr_t)constants, part->constants) != part->constants_hash)
    return fail("Vela's file has other constants");
  if (base_addr_size[1] != part->memory)
    return fail("the memory has another size");
  if (part->fast == 0 && (fast != memory || base_addr_size[2] != part->memory))
    return fail("the fast memory is not all memory, as Vela expects");
  if (part->fast != 0 && base_addr_size[2] != part->fast)
    return fail("the fast memory has another size");
  if (part->fast != 0 && fast < memory + part->memory && memory < fast + part->fast)
    return fail("the fast memory overlaps the other memory");
  ++ethosu_stub_calls;
  if (part->fast != 0)
    memset((void *)(uintptr_t)fast, 0x55, part->fast);
  return part->run((uint8_t *)(uintptr_t)memory);
}
