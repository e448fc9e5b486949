/* The functions of <string.h> that generated code calls, byte by byte:
 * newlib's load words from any address.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  volatile unsigned char *bytes = to;
  for (size_t i = 0; i < size; ++i)
    bytes[i] = ((const unsigned char *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t size) {
  volatile unsigned char *bytes = to;
  const unsigned char *source = from;
  if (bytes <= source)
    return memcpy(to, from, size);
  for (size_t i = size; i > 0; --i)
    bytes[i - 1] = source[i - 1];
  return to;
}

void *memset(void *to, int byte, size_t size) {
  volatile unsigned char *bytes = to;
  for (size_t i = 0; i < size; ++i)
    bytes[i] = (unsigned char)byte;
  return to;
}
