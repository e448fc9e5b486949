// REQUIRES: gcc
// RUN: rm -rf %t && tirc %s -o %t --model-name=blocked --quiet --target-triple=thumbv7em-none-eabi --target-cpu=cortex-m4
// RUN: FileCheck %s --input-file=%t/tvmgen_blocked.c
// RUN: tirc %s -o %t --model-name=plain --quiet --schedule=elementwise
// RUN: gcc -std=c99 -Wall -Wextra -Werror -DTIR_DSP=0 -DLOWEST=-128 -DHIGHEST=127 -fsanitize=address,undefined -I %t %S/Inputs/compare-blocked.c %t/tvmgen_blocked.c %t/tvmgen_plain.c -o %t/program
// RUN: %t/program | FileCheck %s --check-prefix=RESULT

// The sum of two rescaled tensors is shifted and saturated by one instruction. What was saturated before has the sign in
// all bits above already.

// CHECK-LABEL: static void tvmgen_blocked_{{.*}}(
// CHECK-NOT: (int32_t)(int8_t)tir_requantize
// CHECK: (uint32_t)tir_requantize_8_{{[0-9]+}}_upper_half(acc[0],
// CHECK-NOT: >> 22
// CHECK: (int8_t)tir_saturate_8_22(
// CHECK-NOT: ? 127
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
  %lo = arith.constant -128 : i32
  %hi = arith.constant 127 : i32
  %first = arith.constant 8578263 : i32
  %second = arith.constant 3243229 : i32
  %c = arith.constant -153953303 : i32
  %shift = arith.constant 22 : i32
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%y, %x : tensor<1x4x4x4xi32>, tensor<1x4x4x4xi8>) outs(%empty : tensor<1x4x4x4xi8>) {
  ^bb0(%in: i32, %skip: i8, %out: i8):
    %0 = tosa.apply_scale %in, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %1 = arith.maxsi %0, %lo : i32
    %2 = arith.minsi %1, %hi : i32
    %3 = arith.trunci %2 : i32 to i8
    %4 = arith.extsi %3 : i8 to i32
    %5 = arith.muli %4, %first : i32
    %6 = arith.extsi %skip : i8 to i32
    %7 = arith.muli %6, %second : i32
    %8 = arith.addi %5, %7 : i32
    %9 = arith.addi %8, %c : i32
    %10 = arith.shrsi %9, %shift : i32
    %11 = arith.maxsi %10, %lo : i32
    %12 = arith.minsi %11, %hi : i32
    %13 = arith.trunci %12 : i32 to i8
    linalg.yield %13 : i8
  } -> tensor<1x4x4x4xi8>
  return %r : tensor<1x4x4x4xi8>
}
