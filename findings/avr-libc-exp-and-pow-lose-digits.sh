#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# avr-libc 2.0.0 (Debian 12): exp and pow lose two digits, and sin and log none.
#
# The functions of avr-libc are written in assembly for float32, and most are right to one or two units of precision: sin,
# log, atan, tanh, cbrt. One would guess the same of exp and pow, on which a softmax and decibels stand. exp(-78.4) is wrong
# by 95 units and 10^21.9 by 88: a product with the logarithm is rounded to float32, so that the error grows with the
# exponent. A softmax of large differences has five digits. It runs in simavr below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get update -qq
apt-get download -qq gcc-avr=1:5.4.0+Atmel3.6.2-3 binutils-avr avr-libc=1:2.0.0+Atmel3.6.2-3 simavr libsimavr2
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >functions.c <<'C'
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
static void put(char c) {
  while (!(UCSR0A & (1 << UDRE0)))
    ;
  UDR0 = c;
}
static void text(const char *string) {
  while (*string)
    put(*string++);
}
static void number(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  put(' ');
  for (int8_t i = 28; i >= 0; i -= 4)
    put("0123456789abcdef"[bits >> i & 15]);
}
static void print(const char *name, double (*function)(double), float low, float high) {
  for (uint8_t i = 0; i <= 200; ++i) {
    float x = low + (high - low) * i / 200;
    text(name);
    number(x);
    number(function(x));
    put('\n');
  }
}
static double power(double x) { return pow(10, x); }
int main(void) {
  UCSR0B = 1 << TXEN0;
  print("sin", sin, -10, 10);
  print("log", log, 0.01, 10);
  print("atan", atan, -9, 9);
  print("tanh", tanh, -9, 9);
  print("exp", exp, -80, 80);
  print("pow", power, -30, 30);
  cli();
  sleep_enable();
  sleep_cpu();
}
C
usr/bin/avr-gcc -mmcu=atmega328p -O2 -Busr/bin/ functions.c -o functions -lm
LD_LIBRARY_PATH="$work/usr/lib/x86_64-linux-gnu" usr/bin/simavr -m atmega328p -f 16000000 functions >values 2>&1
python3 - <<'PYTHON'
import math
import re
import struct

functions = {"pow": lambda x: 10**x}
worst = {}
for line in open("values", errors="replace"):
    if not (match := re.search(r"(sin|log|atan|tanh|exp|pow) ([0-9a-f]{8}) ([0-9a-f]{8})", line)):
        continue
    name, *numbers = match.groups()
    x, found = (struct.unpack(">f", bytes.fromhex(number))[0] for number in numbers)
    want = functions.get(name, getattr(math, name))(x)
    error = abs(found - want) / 2.0 ** (math.frexp(want)[1] - 24)
    worst[name] = max(worst.get(name, (0,)), (error, x, found, want))
for name, (error, x, found, want) in worst.items():
    print(f"{name} of {x:.4f} is {found:.9g}, true {want:.9g}: {error:.1f} units of precision")
assert worst["exp"][0] > 50 and worst["pow"][0] > 50
assert all(worst[name][0] < 3 for name in ("sin", "log", "atan", "tanh"))
PYTHON
