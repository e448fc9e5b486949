#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR 22.1.8 (Debian 12): the pass math-expand-ops makes of math.clampf its upper limit, whatever the number is.
#
# math.clampf clamps a number to a range, which is a maximum with the lower limit and a minimum with the upper one. One would guess
# that the pass writes these. It takes the minimum with the lower limit and
# the maximum with the upper one: of -3, 0.5 and 3 in the range from -1 to 1, each is 1. math-to-llvm leaves math.clampf alone,
# so that this expansion is what a pipeline to LLVM's instructions comes to use.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for number in -3.0 0.5 3.0; do
  cat >clamp.mlir <<MLIR
func.func @clamp(%x: f32) -> f32 {
  %low = arith.constant -1.0 : f32
  %high = arith.constant 1.0 : f32
  %y = math.clampf %x to [%low, %high] : f32
  return %y : f32
}
func.func @main() -> f32 {
  %x = arith.constant $number : f32
  %y = call @clamp(%x) : (f32) -> f32
  return %y : f32
}
MLIR
  mlir-opt-22 --math-expand-ops clamp.mlir >expanded.mlir
  result=$(mlir-opt-22 --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts expanded.mlir |
    mlir-runner-22 -O0 -e main --entry-point-result=f32)
  echo "$number clamped to the range from -1 to 1 is $result"
  [ "$result" = 1.000000e+00 ]
done
grep -E 'minimumf|maximumf' expanded.mlir
grep -A1 'arith.minimumf %arg0, %cst ' expanded.mlir | grep -q 'arith.maximumf %0, %cst_0 '
left=$(mlir-opt-22 --convert-math-to-llvm clamp.mlir | grep -c math.clampf)
echo "after math-to-llvm: $left math.clampf"
[ "$left" = 1 ]
