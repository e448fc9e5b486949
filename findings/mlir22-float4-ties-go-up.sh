#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR 22.1.8 (Debian 12), ml_dtypes 0.6.0: arith-expand rounds ties of float4 (f4E2M1FN) upwards, whatever the rounding mode
# says.
#
# arith.truncf rounds to the nearest number and ties to even, if nothing else is given, and may be given to_nearest_even or
# downward. One would guess that the expansion, which processors without such a type need, keeps this or refuses the modes that
# it lacks. It adds half of the last place and cuts off: 1.25, 2.5 and 5, which are 1, 2 and 4 by ml_dtypes, become 1.5, 3 and 6,
# with to_nearest_even written out as well, and 2.75 becomes 3 with downward.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ml-dtypes==0.6.0 numpy==2.4.6
# The bits of a number in float4 with a rounding mode.
bits() {
  cat >round.mlir <<MLIR
func.func @round(%x: f32) -> i32 {
  %small = arith.truncf %x $2 : f32 to f4E2M1FN
  %bits = arith.bitcast %small : f4E2M1FN to i4
  %y = arith.extui %bits : i4 to i32
  return %y : i32
}
func.func @main() -> i32 {
  %x = arith.constant $1 : f32
  %y = call @round(%x) : (f32) -> i32
  return %y : i32
}
MLIR
  mlir-opt-22 --arith-expand=include-f4e2m1=true --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts \
    round.mlir | mlir-runner-22 -O0 -e main --entry-point-result=i32
}
values=(0 0.5 1 1.5 2 3 4 6)
different=""
for number in 0.9 1.25 1.75 2.5 2.75 3.5 5.0; do
  even=$("$work/venv/bin/python" -c "import ml_dtypes, numpy
print(f'{float(numpy.float32($number).astype(ml_dtypes.float4_e2m1fn)):g}')")
  plain=${values[$(bits $number "")]} written=${values[$(bits $number to_nearest_even)]} down=${values[$(bits $number downward)]}
  echo "$number: $plain, with to_nearest_even $written, with downward $down; ml_dtypes $even"
  [ "$plain" = "$written" ] && [ "$plain" = "$down" ]
  [ "$plain" = "$even" ] || different+=" $number"
done
[ "$different" = " 1.25 2.5 5.0" ]
