#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gcc 12.2 for Arm (Debian 12): a predicated store of MVE counts as a store of all lanes, and stores before it disappear.
#
# One would guess that a predicated store keeps the lanes whose predicate is false, as vstrbq_p_s8 is described. The compiler takes
# it for a store of the whole vector, so that an earlier store to the same place is dead, and is removed from -O1 on: the other
# lanes keep what was in memory before. A number in all lanes with some of them replaced afterwards is therefore wrong without a
# word, and so are two stores whose predicates are opposite. A program that stores each lane once (vpselq_s8 and one store) is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get update -qq
apt-get download -qq gcc-arm-none-eabi=15:12.2.rel1-1
dpkg-deb -x gcc-arm-none-eabi_*.deb .
cat >stores.c <<'C'
#include <arm_mve.h>
void all_then_some(int8_t *p, int8x16_t a, int8x16_t b, mve_pred16_t some) {
  vstrbq_s8(p, a);
  vstrbq_p_s8(p, b, some);
}
void some_then_others(int32_t *p, int32x4_t a, int32x4_t b, mve_pred16_t some) {
  vstrwq_p_s32(p, a, some);
  vstrwq_p_s32(p, b, (mve_pred16_t)~some);
}
void once(int8_t *p, int8x16_t a, int8x16_t b, mve_pred16_t some) {
  vstrbq_s8(p, vpselq_s8(b, a, some));
}
C
# The stores of a function in the assembly.
stores() {
  sed -n "/^$2:/,/\.size/p" "$1" | grep -c $'\tvstr' || true
}
for level in -O1 -O2; do
  usr/bin/arm-none-eabi-gcc -mcpu=cortex-m55 -mthumb -mfloat-abi=hard -ffreestanding $level -S stores.c -o stores.s
  found="$(stores stores.s all_then_some) $(stores stores.s some_then_others) $(stores stores.s once)"
  echo "$level: $found stores, expected 2 2 1"
  [ "$found" = "1 1 1" ]
done
