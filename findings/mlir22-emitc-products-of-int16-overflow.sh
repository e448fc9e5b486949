#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR 22.1.8 (Debian 12): the C of convert-arith-to-emitc casts factors of 16 bits to unsigned, and still overflows a signed int.
#
# arith.muli wraps around, and signed overflow is undefined in C, so that the conversion casts both factors to unsigned. One would
# guess that the product is defined then. Of uint16_t, it is not: C promotes both to int, and 65535 * 65535, the product of -1 and
# -1, is beyond 2147483647. A compiler may assume that this does not happen; the undefined-behaviour sanitizer says so. With 8
# and 32 bits, the same cast is enough.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for bits in 8 16 32; do
  cat >product.mlir <<MLIR
func.func @product(%x: i$bits, %y: i$bits) -> i$bits {
  %z = arith.muli %x, %y : i$bits
  return %z : i$bits
}
MLIR
  mlir-opt-22 --convert-arith-to-emitc --convert-func-to-emitc product.mlir | mlir-translate-22 --mlir-to-cpp >product.txt
  {
    printf '#include <stdint.h>\n#include <stdio.h>\n'
    cat product.txt
    echo 'int main(void) { printf("%d\n", (int)product(-1, -1)); }'
  } >product.c
  grep -q "uint${bits}_t" product.txt
  clang-22 -fsanitize=undefined -o product product.c
  answer=$(./product 2>message)
  overflow=$(grep -o 'signed integer overflow.*' message || true)
  echo "-1 * -1 in $bits bits is $answer; ${overflow:-no overflow}"
  [ "$answer" = 1 ]
  if [ "$bits" = 16 ]; then [[ $overflow == *"65535 * 65535"* ]]; else [ -z "$overflow" ]; fi
done
