#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clang 22.1.8 (Debian 12): the upper half of a product with an absolute value takes three instructions of Thumb-2, not one.
#
# A Cortex-M4 has SMMUL for the upper 32 bits of a product of two signed numbers of 32 bits (Arm's architecture reference
# manual), and clang uses it for a factor that is not known, for a ReLU and for a number shifted to the right. One would guess
# that an absolute value is the same. The compiler takes it for unsigned because it is not negative, and extends the other
# factor by hand: UMULL, ASRS and MLA. An empty asm statement that hides the absolute value brings SMMUL back.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get update -qq
apt-get download -qq clang-22=1:22.1.8-1~deb12u1 libclang-cpp22=1:22.1.8-1~deb12u1 libllvm22=1:22.1.8-1~deb12u1
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >upper.c <<'C'
typedef int int32_t;
typedef unsigned uint32_t;
typedef long long int64_t;
static int32_t upper(int32_t a, int32_t b) { return (int32_t)(((int64_t)a * b) >> 32); }
int32_t unknown(int32_t a, int32_t b) { return upper(a, b); }
int32_t relu(int32_t a, int32_t b) { return upper(a < 0 ? 0 : a, b); }
int32_t shifted(uint32_t a, int32_t b) { return upper((int32_t)(a >> 1), b); }
int32_t absolute(int32_t a, int32_t b) { return upper(a < 0 ? -a : a, b); }
int32_t hidden(int32_t a, int32_t b) {
  int32_t c = a < 0 ? -a : a;
  __asm__("" : "+r"(c));
  return upper(c, b);
}
C
export LD_LIBRARY_PATH="$work/usr/lib/x86_64-linux-gnu:$work/usr/lib/llvm-22/lib"
usr/lib/llvm-22/bin/clang --target=thumbv7em-none-eabi -mcpu=cortex-m4 -ffreestanding -O2 -S upper.c -o upper.s
for name in unknown relu shifted absolute hidden; do
  found=$(sed -n "/^$name:/,/fnend/p" upper.s | grep -oE '\b(smmul|smull|umull|mla)\b' | tr '\n' ' ')
  echo "$name: $found"
  case $name in
    absolute) [ "$found" = "umull mla " ] ;;
    *) [ "$found" = "smmul " ] ;;
  esac
done
