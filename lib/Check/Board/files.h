/* The two files of board.c: by semihosting on a Cortex-M, and by the C library
 * elsewhere.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef FILES_H
#define FILES_H

#include <stdint.h>

#include "program.h"

#ifdef HAS_C_LIBRARY
#include <stdio.h>
#include <stdlib.h>

static FILE *from, *to;

static inline void say(const char *text) {
  fputs(text, stdout);
  fflush(stdout);
}

static inline void stop(const char *text) {
  say(text);
  exit(2);
}

static inline void open_files(void) {
  from = fopen(INPUT_FILE, "rb");
  to = fopen(OUTPUT_FILE, "wb");
  if (from == NULL || to == NULL)
    stop("error cannot open the files\n");
}

static inline void close_files(void) {
  if (fclose(to) != 0)
    stop("error cannot write what was computed\n");
}

static inline void read_bytes(void *bytes, uint32_t size) {
  if (fread(bytes, 1, size, from) != size)
    stop("error cannot read the inputs\n");
}

static inline void write_bytes(const void *bytes, uint32_t size) {
  if (fwrite(bytes, 1, size, to) != size || fflush(to) != 0)
    stop("error cannot write what was computed\n");
}

static inline void seek(uint32_t position) {
  if (fseek(from, (long)position, SEEK_SET) != 0)
    stop("error cannot find what a kernel gets\n");
}

#else
#include "semihosting.h"

static int32_t from, to;

static inline void say(const char *text) { semihosting_write(text); }

static inline void stop(const char *text) {
  say(text);
  semihosting_exit(2);
}

static inline void open_files(void) {
  from = semihosting_open(INPUT_FILE, sizeof(INPUT_FILE) - 1, SEMIHOSTING_READ);
  to =
      semihosting_open(OUTPUT_FILE, sizeof(OUTPUT_FILE) - 1, SEMIHOSTING_WRITE);
  if (from < 0 || to < 0)
    stop("error cannot open the files\n");
}

static inline void close_files(void) { semihosting_close(to); }

static inline void read_bytes(void *bytes, uint32_t size) {
  if (semihosting_read_file(from, bytes, size) != 0)
    stop("error cannot read the inputs\n");
}

static inline void write_bytes(const void *bytes, uint32_t size) {
  if (semihosting_write_file(to, bytes, size) != 0)
    stop("error cannot write what was computed\n");
}

static inline void seek(uint32_t position) {
  if (semihosting_seek(from, position) != 0)
    stop("error cannot find what a kernel gets\n");
}
#endif

#endif
