// REQUIRES: gcc
// RUN: rm -rf %t && tirc %s -o %t --model-name=blocked --quiet --target-triple=thumbv7em-none-eabi --target-cpu=cortex-m4
// RUN: FileCheck %s --input-file=%t/tvmgen_blocked.c
// RUN: tirc %s -o %t --model-name=plain --quiet --schedule=elementwise
// RUN: gcc -std=c99 -Wall -Wextra -Werror -DTIR_DSP=0 -fsanitize=address,undefined -I %t %S/Inputs/compare-blocked.c %t/tvmgen_blocked.c %t/tvmgen_plain.c -o %t/program
// RUN: %t/program | FileCheck %s --check-prefix=RESULT

// A number that is added after the clamp is not the zero point of the rescale's short form, which comes before the clamp.

// CHECK: tir_requantize
// CHECK: < 50 ? {{t[0-9]+}} : 50) + 7)
// RESULT: 256 right
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @main(%x: tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi8> {
  %w = "tosa.const"() {values = dense<[[[[3, -5, 7, 11]]], [[[-13, 2, 9, -4]]], [[[6, 1, -8, 10]]], [[[5, -7, 12, -2]]]]> : tensor<4x1x1x4xi8>} : () -> tensor<4x1x1x4xi8>
  %b = "tosa.const"() {values = dense<[10, -20, 30, -40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xi8>, tensor<4x1x1x4xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x4xi32>
  %empty = tensor.empty() : tensor<1x4x4x4xi8>
  %m = arith.constant 1234567890 : i32
  %s = arith.constant 34 : i8
  %lo = arith.constant -20 : i32
  %hi = arith.constant 50 : i32
  %c = arith.constant 7 : i32
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%y : tensor<1x4x4x4xi32>) outs(%empty : tensor<1x4x4x4xi8>) {
  ^bb0(%in: i32, %out: i8):
    %0 = tosa.apply_scale %in, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %1 = arith.maxsi %0, %lo : i32
    %2 = arith.minsi %1, %hi : i32
    %3 = arith.addi %2, %c : i32
    %4 = arith.trunci %3 : i32 to i8
    linalg.yield %4 : i8
  } -> tensor<1x4x4x4xi8>
  return %r : tensor<1x4x4x4xi8>
}
