#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gcc 12.2 and binutils 2.40 for Arm (Debian 12): for a Cortex-M55 with its floats, the compiler writes a conditional conversion
# from int to float that the assembler refuses.
#
# One would guess that any C of ints and floats compiles. From -O1 on, `if (a != b) r = (float)a;` becomes the instruction
# vcvt.f32.s32 under the condition ne, written vcvtne.f32.s32, which the assembler reads as MVE's vcvtn in a block of predicates:
# "syntax error". Other conditions assemble. Without -fif-conversion2, the compiler branches, and all is well; +nomve.fp does not
# help.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get update -qq
apt-get download -qq gcc-arm-none-eabi=15:12.2.rel1-1 binutils-arm-none-eabi=2.40-2+18+b1
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >convert.c <<'C'
float different(int a, int b, float c) {
  float r = 0.5f;
  if (a != b)
    r = (float)a;
  return r * c;
}
C
sed 's/!=/</; s/different/less/' convert.c >less.c
compile() {
  usr/bin/arm-none-eabi-gcc -B usr/bin/arm-none-eabi- -mthumb -mfloat-abi=hard -O2 -c "$@" -o out.o 2>&1 || true
}
refused="Error: syntax error -- \`vcvtne.f32.s32 s15,s15'"
for options in "-mcpu=cortex-m55" "-mcpu=cortex-m55+nomve.fp"; do
  found=$(compile $options convert.c)
  echo "$options: ${found##*: }"
  [[ "$found" == *"$refused"* ]]
done
[ -z "$(compile -mcpu=cortex-m55 less.c)" ]
[ -z "$(compile -mcpu=cortex-m55 -fno-if-conversion2 convert.c)" ]
[ -z "$(compile -mcpu=cortex-m33 convert.c)" ]
echo "another condition, -fno-if-conversion2 and a Cortex-M33 compile"
