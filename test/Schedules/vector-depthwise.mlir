// Depthwise windows of up to four rows and columns are computed by columns of words.
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: tir-opt %t.mlir --tir-phase-buffers --tir-phase-plan --tir-phase-loops | FileCheck %s --check-prefix=LOOPS

// The window of a channel, column by column; a column has four rows.
// CHECK: memref<2x16xi8> = dense<{{\[}}[1, 5, 9, 0, 3, 7, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0], [2, 6, 10, 0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0]]>
// CHECK: schedule = #kernel.vector<family = "mve", pixels = 4>

// Seven pixels are a block of four and one of three. Its windows have a column more than pixels.
// LOOPS: kernel.call_step "mve_interleave_rows"({{.*}} sizes [3, 5, 16, 2, 2, 0] :
// LOOPS: kernel.call_step "mve_dot_columns"({{.*}} sizes [2, 1, 4, 2] :
// LOOPS: kernel.call_step "mve_interleave_rows"({{.*}} sizes [3, 4, 16, 2, 2, 0] :
// LOOPS: kernel.call_step "mve_dot_columns"({{.*}} sizes [2, 1, 3, 2] :
func.func @main(%x: tensor<1x8x8x2xi8>) -> tensor<1x6x7x2xi8> {
  %w = "tosa.const"() {values = dense<[[[[1], [2]], [[3], [4]]], [[[5], [6]], [[7], [8]]], [[[9], [10]], [[11], [12]]]]> : tensor<3x2x2x1xi8>} : () -> tensor<3x2x2x1xi8>
  %b = "tosa.const"() {values = dense<[10, -20]> : tensor<2xi32>} : () -> tensor<2xi32>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %seven = "tosa.const"() {values = dense<7> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.depthwise_conv2d %x, %w, %b, %seven, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x2xi8>, tensor<3x2x2x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x7x2xi32>
  %m = "tosa.const"() {values = dense<1234567890> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<34> : tensor<1xi8>} : () -> tensor<1xi8>
  %z32 = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %c = tosa.rescale %y, %m, %s, %z32, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x6x7x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x6x7x2xi8>
  return %c : tensor<1x6x7x2xi8>
}
