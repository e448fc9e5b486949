/* The semihosting calls of Arm's specification that programs on the emulated
 * board need.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef SEMIHOSTING_H
#define SEMIHOSTING_H

#include <stdint.h>

static inline uint32_t semihosting_call(uint32_t operation,
                                        const void *argument) {
  register uint32_t r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static inline void semihosting_write(const char *text) {
  (void)semihosting_call(0x04 /* SYS_WRITE0 */, text);
}

static inline void semihosting_exit(int status) {
  const uint32_t block[2] = {0x20026 /* ADP_Stopped_ApplicationExit */,
                             (uint32_t)status};
  (void)semihosting_call(0x20 /* SYS_EXIT_EXTENDED */, block);
  for (;;) {
  }
}

/* Files of the host, by a path in the folder that the emulator runs in. */
typedef enum {
  SEMIHOSTING_READ = 1 /* "rb" */,
  SEMIHOSTING_WRITE = 5 /* "wb" */
} semihosting_mode;

/* Returns a handle, or -1. `length` is `name`'s. */
static inline int32_t semihosting_open(const char *name, uint32_t length,
                                       semihosting_mode mode) {
  const uint32_t block[3] = {(uint32_t)(uintptr_t)name, (uint32_t)mode, length};
  return (int32_t)semihosting_call(0x01 /* SYS_OPEN */, block);
}

static inline void semihosting_close(int32_t file) {
  const uint32_t block[1] = {(uint32_t)file};
  (void)semihosting_call(0x02 /* SYS_CLOSE */, block);
}

/* These two return the number of bytes that were not transferred. */
static inline uint32_t semihosting_read_file(int32_t file, void *to,
                                             uint32_t size) {
  const uint32_t block[3] = {(uint32_t)file, (uint32_t)(uintptr_t)to, size};
  return semihosting_call(0x06 /* SYS_READ */, block);
}

static inline uint32_t semihosting_write_file(int32_t file, const void *from,
                                              uint32_t size) {
  const uint32_t block[3] = {(uint32_t)file, (uint32_t)(uintptr_t)from, size};
  return semihosting_call(0x05 /* SYS_WRITE */, block);
}

/* Returns 0 if the next byte is the one at `position`. */
static inline uint32_t semihosting_seek(int32_t file, uint32_t position) {
  const uint32_t block[2] = {(uint32_t)file, position};
  return semihosting_call(0x0A /* SYS_SEEK */, block);
}

#endif
