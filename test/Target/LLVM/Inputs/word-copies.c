/* Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Copies at aligned and other addresses, with bytes beside them that stay. */

#include <stdio.h>
#include <string.h>

void copy_83(unsigned char *to, const unsigned char *from);
void copy_64(unsigned char *to, const unsigned char *from);
void copy_8(unsigned char *to, const unsigned char *from);

static const struct {
  void (*copy)(unsigned char *, const unsigned char *);
  size_t bytes;
} rows[] = {{copy_83, 83}, {copy_64, 64}, {copy_8, 8}};

int main(void) {
  static unsigned char from[128] __attribute__((aligned(16)));
  static unsigned char to[128] __attribute__((aligned(16))), wanted[128];
  for (size_t i = 0; i < sizeof from; ++i)
    from[i] = (unsigned char)(7 * i + 3);
  for (size_t row = 0; row < 3; ++row)
    for (size_t i = 0; i < 9; ++i)
      for (size_t j = 0; j < 9; ++j) {
        memset(to, 0xa5, sizeof to);
        memset(wanted, 0xa5, sizeof wanted);
        memcpy(wanted + 8 + i, from + j, rows[row].bytes);
        rows[row].copy(to + 8 + i, from + j);
        if (memcmp(to, wanted, sizeof to))
          return printf("wrong: %zu bytes to %zu from %zu\n", rows[row].bytes,
                        i, j),
                 1;
      }
  puts("right");
  return 0;
}
