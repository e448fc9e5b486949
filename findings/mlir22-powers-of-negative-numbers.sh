#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR 22.1.8 (Debian 12): the pass math-expand-ops makes NaN of a negative number to an integer power that is not a constant.
#
# (-2)^3 is -8, for math.powf by C's pow and for math.fpowi, whose exponent is an integer by its type. One would guess that the
# expansion of math.fpowi multiplies, or that the one of math.powf minds the sign. Both become exp(n * log(x)), in which the
# logarithm of a negative number is NaN. With a small constant exponent, both are products and right, so that the same
# number to the same power is -8 or NaN by whether the exponent is known when the program is compiled.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# A number to the power of 3 by an operation, whose exponent is a constant or an argument, after the given pass.
power() {
  local operation="math.powf %x, %$2 : f32"
  [ "$1" = powf ] || operation="math.fpowi %x, %$2_integer : f32, i32"
  cat >power.mlir <<MLIR
func.func @power(%x: f32, %argument: f32, %argument_integer: i32) -> f32 {
  %constant = arith.constant 3.0 : f32
  %constant_integer = arith.constant 3 : i32
  %y = $operation
  return %y : f32
}
func.func @main() -> f32 {
  %x = arith.constant $3 : f32
  %n = arith.constant 3.0 : f32
  %integer = arith.constant 3 : i32
  %y = call @power(%x, %n, %integer) : (f32, f32, i32) -> f32
  return %y : f32
}
MLIR
  mlir-opt-22 $4 --convert-math-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts power.mlir |
    mlir-runner-22 -O0 -e main --entry-point-result=f32
}
for operation in powf fpowi; do
  for exponent in constant argument; do
    for number in 2.0 -2.0; do
      expanded=$(power $operation $exponent $number --math-expand-ops)
      plain=$(power $operation $exponent $number "")
      echo "$operation of $number and 3 as $exponent: expanded $expanded, by math-to-llvm $plain"
      [ "${plain#-}" = 8.000000e+00 ]
      if [ $exponent = argument ] && [ $number = -2.0 ]; then
        [ "${expanded#-}" = nan ]
      else
        [ "$expanded" = "$plain" ]
      fi
    done
  done
done
