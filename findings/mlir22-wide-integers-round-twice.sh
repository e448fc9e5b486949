#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR 22.1.8 (Debian 12): arith-emulate-wide-int converts integers of 64 bits to the wrong float32 where two halves round in
# turn.
#
# arith.sitofp and arith.uitofp round an integer once, to the nearest float. One would guess that the emulation of 64 bits by 32,
# whose multiplications and shifts are exact, gives the same float. It converts the upper half to float32, which rounds, and adds
# the lower half, which rounds again: 2^62 + 2^38 + 1 is above the middle between two floats and goes up, and the emulation goes
# down, since its upper half alone is a tie.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# The bits of an integer as float32, after the given pass.
bits() {
  cat >convert.mlir <<MLIR
func.func @convert(%x: i64) -> i32 {
  %float = arith.$1 %x : i64 to f32
  %y = arith.bitcast %float : f32 to i32
  return %y : i32
}
func.func @main() -> i32 {
  %x = arith.constant $2 : i64
  %y = call @convert(%x) : (i64) -> i32
  return %y : i32
}
MLIR
  printf '%x' "$(mlir-opt-22 ${3:+"$3"} convert.mlir |
    mlir-opt-22 --convert-vector-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts |
    mlir-runner-22 -O0 -e main --entry-point-result=i32)"
}
for operation in sitofp uitofp; do
  for number in $((2 ** 62 + 2 ** 38)) $((2 ** 62 + 2 ** 38 + 1)) $((2 ** 62 + 2 ** 39)); do
    plain=$(bits $operation $number "")
    emulated=$(bits $operation $number --arith-emulate-wide-int=widest-int-supported=32)
    echo "$operation of $number: 0x$emulated by halves, 0x$plain at once"
    if [ $number = $((2 ** 62 + 2 ** 38 + 1)) ]; then
      [ "$plain" = 5e800001 ] && [ "$emulated" = 5e800000 ]
    else
      [ "$plain" = "$emulated" ]
    fi
  done
done
