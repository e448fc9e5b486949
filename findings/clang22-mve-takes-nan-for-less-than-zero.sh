#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clang 22.1.8 (Debian 12): a vectorised ReLU for a Cortex-M55 turns NaN into 0.
#
# One would guess that `x <= 0 ? 0 : x` keeps a NaN, which is not less than anything, and as long as the compiler takes one float at a
# time it does. From four floats together on, the comparison becomes MVE's "less or equal" with the register zr, which
# is "not greater" by the architecture's definition and true for a NaN. Between two registers, the compiler swaps them and
# compares by "greater or equal", which is right. So are the options -fno-vectorize -fno-slp-vectorize, and a CPU +nomve.fp.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get update -qq
apt-get download -qq clang-22=1:22.1.8-1~deb12u1 libclang-cpp22=1:22.1.8-1~deb12u1 libllvm22=1:22.1.8-1~deb12u1
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >relu.c <<'C'
void relu(const float *restrict x, float *restrict y) {
  for (int i = 0; i < 4; ++i)
    y[i] = x[i] <= 0.0f ? 0.0f : x[i];
}
void larger(const float *restrict x, const float *restrict z, float *restrict y) {
  for (int i = 0; i < 4; ++i)
    y[i] = x[i] <= z[i] ? z[i] : x[i];
}
C
export LD_LIBRARY_PATH="$work/usr/lib/x86_64-linux-gnu:$work/usr/lib/llvm-22/lib"
# The comparisons of vectors in a function.
comparisons() {
  usr/lib/llvm-22/bin/clang --target=thumbv8.1m.main-none-eabihf -ffreestanding -O2 -S "${@:2}" relu.c -o relu.s
  sed -n "/^$1:/,/fnend/p" relu.s | sed -n 's/^\tvcmp\.f32\t\(.. *, *\)q[0-9], *\(zr\|q\).*/\1\2/p' | tr -d ' ' | sort -u
}
echo "with zero: $(comparisons relu -mcpu=cortex-m55), expected a comparison that is false for a NaN"
[ "$(comparisons relu -mcpu=cortex-m55)" = "le,zr" ]
[ "$(comparisons larger -mcpu=cortex-m55)" = "ge,q" ]
[ -z "$(comparisons relu -mcpu=cortex-m55 -fno-vectorize -fno-slp-vectorize)" ]
[ -z "$(comparisons relu -mcpu=cortex-m55+nomve.fp)" ]
