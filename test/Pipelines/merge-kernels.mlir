// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule --tir-phase-buffers --tir-phase-plan --tir-phase-loops --tir-phase-abi -o %t.mlir
// RUN: tir-opt %t.mlir --tir-phase-emitc | tir-translate --tir-to-c | FileCheck %s
// RUN: tir-translate %t.mlir --tir-to-report | FileCheck %s --check-prefix=REPORT

// Two layers of the same shape share one function; each call passes its own constants, and the report has its place.
// The proven ranges of the sums hold for the weights of both.

// CHECK:      /* conv2d#0, conv2d#1 of merge-kernels.mlir: conv2d#0, rescale#0, conv2d#1, rescale#1; 64 MACs each
// CHECK-NEXT:    convolution: 1x2x2x4 int8 to 1x2x2x4 int8, window 1x1, stride 1 */
// CHECK-NEXT: static void tvmgen_default_conv2d_0(
// CHECK-NOT:  static {{.*}} tvmgen_default_conv2d_1(
// CHECK:      {{^}}  tvmgen_default_conv2d_0(input, tvmgen_default_conv2d_0_bias, tvmgen_default_conv2d_0_weights,
// CHECK:      {{^}}  tvmgen_default_conv2d_0(
// CHECK-NEXT:   tvmgen_default_conv2d_1_weights

// REPORT:      "name": "conv2d_0",
// REPORT-NEXT: "pool": "workspace"
// REPORT:      "function": "tvmgen_default_conv2d_0",
// REPORT-NEXT: "place": "conv2d#0",
// REPORT-NEXT: "fused": [
// REPORT-NEXT:   "conv2d#0",
// REPORT-NEXT:   "rescale#0"
// REPORT-NEXT: ],
// REPORT-NEXT: "shared_by": [
// REPORT-NEXT:   "conv2d#0",
// REPORT-NEXT:   "conv2d#1"
// REPORT-NEXT: ],
// REPORT:      "function": "tvmgen_default_conv2d_0",
// REPORT-NEXT: "place": "conv2d#1",
// REPORT-NEXT: "fused": [
// REPORT-NEXT:   "conv2d#1",
// REPORT-NEXT:   "rescale#1"
// REPORT-NEXT: ],
// REPORT-NEXT: "kind": "convolution",
// REPORT-NEXT: "macs"
func.func @main(%x: tensor<1x2x2x4xi8>) -> tensor<1x2x2x4xi8> {
  %w0 = "tosa.const"() {values = dense<[[[[1, 2, 3, 4]]], [[[5, 6, 7, 8]]], [[[1, 2, 1, 2]]], [[[3, 2, 1, 0]]]]> : tensor<4x1x1x4xi8>} : () -> tensor<4x1x1x4xi8>
  %w1 = "tosa.const"() {values = dense<[[[[-1, 2, 3, 4]]], [[[5, 6, 7, 8]]], [[[1, 2, -100, 2]]], [[[3, 2, 1, 90]]]]> : tensor<4x1x1x4xi8>} : () -> tensor<4x1x1x4xi8>
  %b0 = "tosa.const"() {values = dense<[1, 2, 3, 4]> : tensor<4xi32>} : () -> tensor<4xi32>
  %b1 = "tosa.const"() {values = dense<[5, -6, 7, 8]> : tensor<4xi32>} : () -> tensor<4xi32>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %zo = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<33> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w0, %b0, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x4xi8>, tensor<4x1x1x4xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x4xi32>
  %1 = tosa.rescale %0, %m, %s, %zo, %z {rounding_mode = SINGLE_ROUND, input_unsigned = false, output_unsigned = false, per_channel = false, scale32 = true} : (tensor<1x2x2x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x4xi8>
  %2 = tosa.conv2d %1, %w1, %b1, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x4xi8>, tensor<4x1x1x4xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x4xi32>
  %3 = tosa.rescale %2, %m, %s, %zo, %z {rounding_mode = SINGLE_ROUND, input_unsigned = false, output_unsigned = false, per_channel = false, scale32 = true} : (tensor<1x2x2x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x4xi8>
  return %3 : tensor<1x2x2x4xi8>
}
