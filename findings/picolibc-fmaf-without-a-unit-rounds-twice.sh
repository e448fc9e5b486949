#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# picolibc 1.8 (Debian 12): fmaf for a Cortex-M3 rounds the product before it adds.
#
# fmaf is there for its one rounding: C says that x * y + z is computed "as if to infinite precision", and newlib, from which
# picolibc comes, does it in double for processors without a floating-point unit. One would guess that picolibc keeps this.
# Its fmaf of processors without a unit calls the product and then the sum of float32: (1 + 2^-12)^2 - (1 + 2^-11), which is
# 2^-24, is 0. An error term of a product that is computed this way is always 0. The object file runs in qemu below, linked
# with newlib. With a unit, for a Cortex-M4F, the instruction VFMA is used.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get update -qq
apt-get download -qq gcc-arm-none-eabi=15:12.2.rel1-1 binutils-arm-none-eabi libnewlib-dev=3.3.0-1.3+deb12u1 \
  libnewlib-arm-none-eabi=3.3.0-1.3+deb12u1 picolibc-arm-none-eabi=1.8-1 qemu-user-static
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >product.c <<'C'
#include <math.h>
#include <stdio.h>
volatile float x = 0x1.001p0f, z = -0x1.002p0f;
int main(void) {
  printf("%g\n", (double)fmaf(x, x, z));
}
C
libraries=usr/lib/arm-none-eabi/newlib/thumb/nofp
link() {
  usr/bin/arm-none-eabi-gcc -march=armv7-a -mthumb -mfloat-abi=soft -O2 -fno-builtin -isystem usr/include/newlib "$@" \
    --specs=$libraries/rdimon.specs -B$libraries -L$libraries -lm
}
pico=usr/lib/picolibc/arm-none-eabi/lib/thumb
name=$(usr/bin/arm-none-eabi-ar t $pico/v7-m/nofp/libc.a | grep sf_fma.c)
usr/bin/arm-none-eabi-ar x $pico/v7-m/nofp/libc.a "$name"
usr/bin/arm-none-eabi-objcopy -R .ARM.attributes "$name" fma.o
link product.c -o newlib
link product.c fma.o -o picolibc
found="newlib $(usr/bin/qemu-arm-static newlib), picolibc $(usr/bin/qemu-arm-static picolibc)"
echo "(1 + 2^-12)^2 - (1 + 2^-11): $found"
[ "$found" = "newlib 5.96046e-08, picolibc 0" ]
[ "$(usr/bin/arm-none-eabi-objdump -d $pico/v7e-m+fp/hard/libc.a | sed -n '/<fmaf>:/,/^$/p' | grep -c vfma)" -gt 0 ]
