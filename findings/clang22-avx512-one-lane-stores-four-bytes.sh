#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# LLVM 22.1 for x86-64 with AVX-512: a masked store of one int8 lane stores four bytes.
#
# One would guess that llvm.masked.store writes the lanes that the mask has, and nothing else. If the mask is a constant with one
# lane, and the bytes were made of numbers of 32 bits by a trunc, the code generator turns both into a store of the number of 32
# bits, so that the three bytes that follow are overwritten without a word. The vectoriser makes such stores for the rest of a loop
# over int8 elements, such as the ninth of nine. Of the second of two lanes (mask 3), or of numbers that are not made narrower, the
# store is right. Extracting the lane and storing it is right, too.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >store.ll <<'LL'
define void @one_lane(<8 x i32> %numbers, ptr %p) {
  %limited = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %numbers, <8 x i32> splat (i32 -128))
  %bytes = trunc <8 x i32> %limited to <8 x i8>
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %bytes, ptr align 1 %p, <8 x i1> <i1 true, i1 false, i1 false, i1 false,
      i1 false, i1 false, i1 false, i1 false>)
  ret void
}
define void @third_lane(<8 x i32> %numbers, ptr %p) {
  %bytes = trunc <8 x i32> %numbers to <8 x i8>
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %bytes, ptr align 1 %p, <8 x i1> <i1 false, i1 false, i1 true, i1 false,
      i1 false, i1 false, i1 false, i1 false>)
  ret void
}
LL
llc=${LLC:-/usr/lib/llvm-22/bin/llc}
"$llc" --version | sed -n 1,2p
"$llc" -mcpu=x86-64-v4 store.ll -o store.s
# Both store 32 bits: vmovd and vextractps instead of vpextrb.
grep -E '^\s+v(movd|extractps|pextrb)' store.s
grep -qE 'vmovd\s+%xmm0, \(%rdi\)' store.s
grep -qE 'vextractps\s+\$2, %xmm0, 2\(%rdi\)' store.s
