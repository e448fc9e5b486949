// REQUIRES: gcc
// RUN: rm -rf %t && tirc %s -o %t --model-name=blocked --quiet --target-triple=thumbv7em-none-eabi --target-cpu=cortex-m4
// RUN: FileCheck %s --input-file=%t/tvmgen_blocked.c
// RUN: tirc %s -o %t --model-name=plain --quiet --schedule=elementwise
// RUN: gcc -std=c99 -Wall -Wextra -Werror -DTIR_DSP=0 -fsanitize=address,undefined -DINPUT=147 -DOUTPUT=48 -DLOWEST=-128 -DHIGHEST=127 -I %t %S/Inputs/compare-blocked.c %t/tvmgen_blocked.c %t/tvmgen_plain.c -o %t/program
// RUN: %t/program | FileCheck %s --check-prefix=RESULT

// The words of small windows that share nothing are written by one step: two windows of 9 elements in each of 3 rows. All
// of their rows are in the input, and columns may be beside it.

// CHECK-LABEL: static void tvmgen_blocked_conv2d_0(
// CHECK: tir_dsp_widen_windows(input, scratch,
// CHECK: 2, 6, 3, 21, 9, -128);
// CHECK: tir_dot_2x4_of_15
// CHECK-NOT: widen
// CHECK: {{^}}}
// RESULT: 256 right
func.func @main(%x: tensor<1x7x7x3xi8>) -> tensor<1x3x4x4xi8> {
  %w = "tosa.const"() {values = dense<
    [[[[39, -8, 5], [27, -37, 19], [-9, -34, -20]], [[-26, 7, 20], [-9, 8, 29], [-27, 33, -9]], [[-39, -13, 12], [-5, -17, 9], [-20, -31, -23]]],
    [[[39, 39, 16], [-24, -24, -40], [-40, -14, -13]], [[-19, -19, -3], [0, -15, 29], [40, -14, -17]], [[-15, 9, -2], [-38, 6, 13], [-19, -22, -7]]],
    [[[-32, 2, -2], [37, 35, -40], [36, 3, -32]], [[-1, 5, -1], [21, 0, -17], [21, 20, -18]], [[-33, -8, -38], [5, 11, -38], [30, 13, 6]]],
    [[[8, 34, -39], [17, -35, -17], [39, -15, -25]], [[-9, 19, 4], [25, 5, 27], [-8, 19, -27]], [[35, 7, -3], [-36, 15, -29], [-14, 3, 25]]]]> : tensor<4x3x3x3xi8>} : () -> tensor<4x3x3x3xi8>
  %b = "tosa.const"() {values = dense<[10, -20, 30, -40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %z = "tosa.const"() {values = dense<-128> : tensor<1xi8>} : () -> tensor<1xi8>
  %zero = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.conv2d %x, %w, %b, %z, %zero {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x7x7x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x4x4xi32>
  %m = "tosa.const"() {values = dense<[1500000000, 1400000000, 1300000000, 1200000000]> : tensor<4xi32>} : () -> tensor<4xi32>
  %s = "tosa.const"() {values = dense<37> : tensor<4xi8>} : () -> tensor<4xi8>
  %none = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %r = tosa.rescale %y, %m, %s, %none, %zero {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<1x3x4x4xi32>, tensor<4xi32>, tensor<4xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x3x4x4xi8>
  return %r : tensor<1x3x4x4xi8>
}
