/* The functions of Arm's driver (ethos-u-core-driver, version 0.16) that this
 * example calls, for a machine without an Ethos-U. Firmware has the driver's
 * own header and sources instead.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef ETHOSU_DRIVER_H
#define ETHOSU_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#define ETHOSU_STUB 1

struct ethosu_driver {
  int is_open;
};

/* Both return 0, or a negative code. */
int ethosu_init(struct ethosu_driver *drv, void *const base_address, const void *fast_memory,
                const size_t fast_memory_size, uint32_t secure_enable, uint32_t privilege_enable);
int ethosu_invoke_v3(struct ethosu_driver *drv, const void *custom_data_ptr,
                     const int custom_data_size, uint64_t *const base_addr,
                     const size_t *base_addr_size, const int num_base_addr, void *user_arg);

/* Of the stub only: what was wrong with the last call, and how many commands it
 * ran. */
extern const char *ethosu_stub_error;
extern unsigned ethosu_stub_calls;

#endif
