// RUN: tir-opt %s -split-input-file --tir-lower-tosa | FileCheck %s

// The filter keeps its layout, and the rescale stays one operation that rounds
// twice as TOSA asks.
// CHECK-LABEL: func.func @conv
// CHECK: linalg.conv_2d_nhwc_fhwc_q
// CHECK: linalg.generic
// CHECK-NOT: tosa.
// CHECK: tosa.apply_scale {{.*}}DOUBLE_ROUND
// CHECK-NOT: tosa.
func.func @conv(%a: tensor<1x4x4x2xi8>) -> tensor<1x4x4x3xi8> {
  %w = "tosa.const"() <{values = dense<2> : tensor<3x1x1x2xi8>}> : () -> tensor<3x1x1x2xi8>
  %b = "tosa.const"() <{values = dense<5> : tensor<3xi32>}> : () -> tensor<3xi32>
  %izp = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wzp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %azp = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %a, %w, %b, %izp, %wzp {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>, tensor<3x1x1x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x3xi32>
  %1 = tosa.rescale %0, %m, %s, %azp, %izp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x4x4x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x4x3xi8>
  return %1 : tensor<1x4x4x3xi8>
}

// -----

// Operators of linalg do not change.
// CHECK-LABEL: func.func @linalg
// CHECK: linalg.add
func.func @linalg(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
