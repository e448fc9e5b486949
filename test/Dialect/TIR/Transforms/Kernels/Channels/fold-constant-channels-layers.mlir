// RUN: tir-opt %s --split-input-file --pass-pipeline='builtin.module(tir-phase-import,tir-fold-constant-channels)' | FileCheck %s

// Layers of TOSA. Biases of 10^6 are more than all products of a layer can
// reach, so that these channels are always -128 or 127 after the rescale.

// The padding of the depthwise convolution is -128. Channel 0, which is -128,
// stays constant, channel 1, which is 127, does not at the border. A depthwise
// convolution keeps a multiple of four channels, here of five.

// CHECK-LABEL: func @border(
// CHECK:         linalg.conv_2d_nhwc_fhwc_q {{.*}} -> tensor<1x3x3x4xi32>
// CHECK:         linalg.generic
// CHECK-SAME:      channels = <computed = [1, 2, 3, 4], constant = [0, 1], count = 5,
// CHECK-SAME:      high = [-967615, 1032385], low = [-1000000, 1000000], values = [-128, 127]>
// CHECK:         tensor.pad
// CHECK:         } {tir.call = #tir.call<channels = <computed = [1, 2, 3, 4], constant = [0], count = 5,
// CHECK:         linalg.depthwise_conv_2d_nhwc_hwcm_q
// CHECK-SAME:      tensor<1x5x5x4xi8>, tensor<3x3x4x1xi8>
func.func @border(%x: tensor<1x3x3x1xi8>) -> tensor<1x3x3x2xi8> {
  %w0 = "tosa.const"() <{values = dense<127> : tensor<5x1x1x1xi8>}> : () -> tensor<5x1x1x1xi8>
  %b0 = "tosa.const"() <{values = dense<[-1000000, 1000000, 1, 2, 3]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %w1 = "tosa.const"() <{values = dense<1> : tensor<3x3x5x1xi8>}> : () -> tensor<3x3x5x1xi8>
  %b1 = "tosa.const"() <{values = dense<0> : tensor<5xi32>}> : () -> tensor<5xi32>
  %w2 = "tosa.const"() <{values = dense<1> : tensor<2x1x1x5xi8>}> : () -> tensor<2x1x1x5xi8>
  %b2 = "tosa.const"() <{values = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z32 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %p = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %a0 = tosa.conv2d %x, %w0, %b0, %p, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x3x3x1xi8>, tensor<5x1x1x1xi8>, tensor<5xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x3x5xi32>
  %y0 = tosa.rescale %a0, %m, %s, %z32, %p {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
      : (tensor<1x3x3x5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x3x3x5xi8>
  %a1 = tosa.depthwise_conv2d %y0, %w1, %b1, %p, %z {acc_type = i32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x3x3x5xi8>, tensor<3x3x5x1xi8>, tensor<5xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x3x5xi32>
  %y1 = tosa.rescale %a1, %m, %s, %z32, %p {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
      : (tensor<1x3x3x5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x3x3x5xi8>
  %a2 = tosa.conv2d %y1, %w2, %b2, %p, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x3x3x5xi8>, tensor<2x1x1x5xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x3x2xi32>
  %y2 = tosa.rescale %a2, %m, %s, %z32, %p {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
      : (tensor<1x3x3x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x3x3x2xi8>
  return %y2 : tensor<1x3x3x2xi8>
}
