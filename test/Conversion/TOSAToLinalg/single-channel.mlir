// RUN: tir-opt %s -split-input-file --tir-lower-tosa | FileCheck %s

// The outputs of each position follow each other: the first output's come first in the new layout.
// CHECK-LABEL: func.func @outputs
// CHECK: arith.constant dense<{{\[\[\[\[1\], \[3\]\]\], \[\[\[2\], \[-4\]\]\]\]}}> : tensor<2x1x2x1xi8>
// CHECK-NOT: depthwise
// CHECK: linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[1, 3]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}
func.func @outputs(%x: tensor<1x5x8x1xi8>, %bias: tensor<2xi32>) -> tensor<1x5x3x2xi32> {
  %w = "tosa.const"() <{values = dense<[[[[1, 2]], [[3, -4]]]]> : tensor<1x2x1x2xi8>}> : () -> tensor<1x2x1x2xi8>
  %x_zp = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %w_zp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %x, %w, %bias, %x_zp, %w_zp
      {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 2>, dilation = array<i64: 1, 3>}
      : (tensor<1x5x8x1xi8>, tensor<1x2x1x2xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x3x2xi32>
  return %0 : tensor<1x5x3x2xi32>
}

// -----

// CHECK-LABEL: func.func @splat
// CHECK: arith.constant dense<2.500000e+00> : tensor<4x3x2x1xf32>
// CHECK: linalg.conv_2d_nhwc_fhwc
func.func @splat(%x: tensor<1x3x2x1xf32>, %bias: tensor<4xf32>) -> tensor<1x1x1x4xf32> {
  %w = "tosa.const"() <{values = dense<2.5> : tensor<3x2x1x4xf32>}> : () -> tensor<3x2x1x4xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %x, %w, %bias, %zp, %zp
      {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x3x2x1xf32>, tensor<3x2x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}

// -----

// Each of two channels has its own input.
// CHECK-LABEL: func.func @two_channels
// CHECK: linalg.depthwise_conv_2d_nhwc_hwcm
func.func @two_channels(%x: tensor<1x3x2x2xf32>, %bias: tensor<4xf32>) -> tensor<1x1x1x4xf32> {
  %w = "tosa.const"() <{values = dense<2.5> : tensor<3x2x2x2xf32>}> : () -> tensor<3x2x2x2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %x, %w, %bias, %zp, %zp
      {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x3x2x2xf32>, tensor<3x2x2x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}

// -----

// Weights that are computed stay where they are.
// CHECK-LABEL: func.func @computed
// CHECK: linalg.depthwise_conv_2d_nhwc_hwcm
func.func @computed(%x: tensor<1x3x2x1xf32>, %w: tensor<3x2x1x4xf32>, %bias: tensor<4xf32>) -> tensor<1x1x1x4xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %x, %w, %bias, %zp, %zp
      {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x3x2x1xf32>, tensor<3x2x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}
