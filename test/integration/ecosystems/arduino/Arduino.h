/* As much of Arduino as examples/ecosystems uses, for this machine.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef ARDUINO_H
#define ARDUINO_H

#include <stdint.h>
#include <stdio.h>

struct Console {
  void begin(unsigned long) {}
  void print(int number) { printf("%d", number); }
  void print(const char *text) { printf("%s", text); }
  void println(const char *text) { printf("%s\n", text); }
};
static Console Serial;

void setup();
void loop();

int main() {
  setup();
  loop();
}

#endif
