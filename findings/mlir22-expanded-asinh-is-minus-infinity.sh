#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR 22.1.8 (Debian 12): the pass math-expand-ops makes -infinity of the asinh of -10000, and 0 of sinh, tanh and asinh of
# small numbers.
#
# asinh is odd: asinh(10000) is 9.90, and asinh(-10000) is -9.90. One would guess that its expansion has a branch for the sign,
# as the one of tanh in the same pass has. It is log(x + sqrt(x * x + 1)) for each x: the sum of -10000 and 10000 is 0, and its
# logarithm is -infinity. Numbers around 1e-8, whose asinh, sinh and tanh they are themselves, become 0, as each formula
# subtracts 1 or a number that is 1 in float32. math-to-libm, which calls the functions of C, is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# The result of an operation for a number, after the given pass.
result() {
  cat >function.mlir <<MLIR
func.func @operation(%x: f32) -> f32 {
  %y = math.$1 %x : f32
  return %y : f32
}
func.func @main() -> f32 {
  %x = arith.constant $2 : f32
  %y = call @operation(%x) : (f32) -> f32
  return %y : f32
}
MLIR
  mlir-opt-22 $3 --convert-math-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts function.mlir |
    mlir-runner-22 -O0 -e main --entry-point-result=f32
}
while read -r operation number want; do
  expanded=$(result "$operation" "$number" --math-expand-ops)
  plain=$(result "$operation" "$number" --convert-math-to-libm)
  echo "$operation of $number: expanded $expanded, by the library $plain"
  [ "$expanded" = "$want" ]
  [ "$plain" != "$expanded" ] || [ "$number" = 10000.0 ]
done <<'CASES'
asinh 10000.0 9.903487e+00
asinh -10000.0 -INF
asinh 1.0e-8 0.000000e+00
sinh 1.0e-8 0.000000e+00
tanh 1.0e-8 0.000000e+00
CASES
