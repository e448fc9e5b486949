#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR 22.1.8 (Debian 12): a tosa.mul of floats by a constant 0 is folded to 0, so that infinity and NaN disappear.
#
# Infinity times 0 is NaN, and NaN times 0 is NaN: compilers keep a product of floats by 0 unless they are told that there are no
# such numbers, and arith.mulf of the same MLIR does. One would guess that tosa.mul of floats is kept as well. The fold of a
# product by 0 is meant for integers and floats alike, without a flag, and runs as soon as a tosa.mul is lowered to linalg: a zero
# in a constant answers 0 for infinity and NaN, and the same zero as an argument of the function answers NaN.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
lower=(--pass-pipeline="builtin.module(func.func(tosa-to-linalg,tosa-to-arith),one-shot-bufferize{bufferize-function-boundaries},\
convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,\
convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)")
# The product of a number and 0, where the zero is a constant or an argument.
product() {
  local zero=%argument
  [ "$2" = argument ] || zero=%constant
  cat >product.mlir <<MLIR
func.func @product(%x: tensor<1xf32>, %argument: tensor<1xf32>) -> tensor<1xf32> {
  %constant = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.mul %x, $zero, %shift : (tensor<1xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
func.func @main() -> f32 {
  %x = arith.constant dense<$1> : tensor<1xf32>
  %zero = arith.constant dense<0.0> : tensor<1xf32>
  %y = call @product(%x, %zero) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %first = arith.constant 0 : index
  %result = tensor.extract %y[%first] : tensor<1xf32>
  return %result : f32
}
MLIR
  mlir-opt-22 "${lower[@]}" product.mlir | mlir-runner-22 -O0 -e main --entry-point-result=f32
}
for number in 3.0 0x7F800000 0x7FC00000; do
  argument=$(product $number argument) constant=$(product $number constant)
  echo "$number times 0 is $argument, times a constant 0 is $constant"
  [ "$constant" = 0.000000e+00 ]
  if [ $number = 3.0 ]; then [ "$argument" = "$constant" ]; else grep -qi nan <<<"$argument"; fi
done
kept=$(mlir-opt-22 --canonicalize <<'MLIR'
func.func @product(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %y = arith.mulf %x, %zero : f32
  return %y : f32
}
MLIR
)
echo "arith.mulf after --canonicalize: $(grep -c arith.mulf <<<"$kept") product"
grep -q arith.mulf <<<"$kept"
