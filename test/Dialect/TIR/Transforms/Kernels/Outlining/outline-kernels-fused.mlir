// RUN: tir-opt %s --tir-phase-import --canonicalize --cse --tir-phase-kernels | FileCheck %s

// Both layers begin with the same zeros, which CSE merges under the first one's name. The second layer computes no
// operation of the first.
// CHECK: tir.prim_func private @depthwise_conv2d_0({{.*}}fused = ["depthwise_conv2d#0"]
// CHECK: tir.prim_func private @depthwise_conv2d_1({{.*}}fused = ["depthwise_conv2d#1"]
func.func @main(%x: tensor<1x4x4x2xi8>, %w: tensor<1x1x2x1xi8>, %b: tensor<2xi32>) -> (tensor<1x4x4x2xi32>, tensor<1x4x4x2xi32>) {
  %zero = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %one = "tosa.const"() {values = dense<1> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.depthwise_conv2d %x, %w, %b, %one, %zero {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x4x4x2xi8>, tensor<1x1x2x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x2xi32>
  %z = tosa.depthwise_conv2d %x, %w, %b, %zero, %zero {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x4x4x2xi8>, tensor<1x1x2x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x2xi32>
  return %y, %z : tensor<1x4x4x2xi32>, tensor<1x4x4x2xi32>
}

