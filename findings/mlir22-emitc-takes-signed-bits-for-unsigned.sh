#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR 22.1.8 (Debian 12): the C of convert-arith-to-emitc takes the signed bit 1 for 1, where LLVM takes it for -1.
#
# Signed operations of i1 read its only bit as the sign: arith.sitofp of true is -1.0, and true is less than false for
# arith.cmpi slt. One would guess that the conversion to EmitC keeps this or refuses it, as it refuses arith.extsi of i1. It
# casts and compares C's bool, which has no sign: sitofp gives 1.0, and slt of true and false is false. The same program by LLVM's
# dialect answers -1.0 and true.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >bits.mlir <<'MLIR'
func.func @to_float(%x: i1) -> f32 {
  %y = arith.sitofp %x : i1 to f32
  return %y : f32
}
func.func @less(%x: i1, %y: i1) -> i1 {
  %z = arith.cmpi slt, %x, %y : i1
  return %z : i1
}
MLIR
cat >main.c <<'C'
#include <stdbool.h>
#include <stdio.h>
float to_float(bool x);
bool less(bool x, bool y);
int main(void) { printf("sitofp of true is %.1f, and true < false is %d\n", to_float(true), less(true, false)); }
C
mlir-opt-22 --convert-arith-to-emitc --convert-func-to-emitc bits.mlir | mlir-translate-22 --mlir-to-cpp >bits.txt
{ printf '#include <stdbool.h>\n#include <stdint.h>\n' && cat bits.txt; } >bits.c
clang-22 -o by_emitc main.c bits.c
mlir-opt-22 --convert-arith-to-llvm --convert-func-to-llvm bits.mlir | mlir-translate-22 --mlir-to-llvmir >bits.ll
clang-22 -Wno-override-module -o by_llvm main.c bits.ll
echo "EmitC: $(./by_emitc)"
echo "LLVM:  $(./by_llvm)"
[ "$(./by_emitc)" = "sitofp of true is 1.0, and true < false is 0" ]
[ "$(./by_llvm)" = "sitofp of true is -1.0, and true < false is 1" ]
