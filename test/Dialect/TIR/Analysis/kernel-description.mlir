// REQUIRES: loadable-plugin
// RUN: tir-opt %s --split-input-file --load-pass-plugin=%kernel_plugin -o %t \
// RUN:   --pass-pipeline='builtin.module(tir-phase-import,tir-phase-kernels,testkernels-print-descriptions)' \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// What is said of kernels that come from TOSA; unittests/Dialect/TIR/KernelDescriptionTest.cpp has others.

// A convolution with strides, a dilation, padding and zero points; a rescale for each channel; a clamp after it.

//      CHECK:@conv2d_0: convolution by linalg.conv_2d_nhwc_fhwc_q, in i32
// CHECK-NEXT:  window: size 1, stride 2, dilation 1, padding 0 and 0
// CHECK-NEXT:  window: size 2, stride 1, dilation 2, padding 1 and 0
// CHECK-NEXT:  padding value: -128 : i8
// CHECK-NEXT:  factor: operand #0, zero point -128
// CHECK-NEXT:  factor: operand #1, zero point 0
// CHECK-NEXT:  input: tensor<1x5x6x2xi8> at (d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 + d5 * 2 - 1, d6)
// CHECK-NEXT:  bias: tensor<3xi32> at (d0, d1, d2, d3, d4, d5, d6) -> (d3)
// CHECK-NEXT:  weights: tensor<3x1x2x2xi8> at (d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)
// CHECK-NEXT:  multiplier: tensor<3xi32> at (d0, d1, d2, d3, d4, d5, d6) -> (d3)
// CHECK-NEXT:  shift: tensor<3xi8> at (d0, d1, d2, d3, d4, d5, d6) -> (d3)
// CHECK-NEXT:  result at (d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)
// CHECK-NEXT:  rescale: multiplier from a tensor, shift from a tensor, DOUBLE_ROUND, zero points 0 and 4, at least 4, at most 99
// CHECK-NEXT:  multiplications: 180
// CHECK-NEXT:  loops of linalg.generic: i j k l; of its result: i j k l
// CHECK-NEXT:  loops of linalg.conv_2d_nhwc_fhwc_q: n h w c kh kw ic; of its result: n h w c
// CHECK-NEXT:  loops of linalg.generic: i j k l; of its result: n h w c
// CHECK-NEXT:  loops of linalg.generic: i j k l; of its result: n h w c
func.func @conv(%a: tensor<1x5x6x2xi8>) -> tensor<1x3x5x3xi8> {
  %w = "tosa.const"() <{values = dense<[[[[1, 2], [3, 4]]], [[[5, 6], [7, 8]]], [[[9, 1], [2, 3]]]]> : tensor<3x1x2x2xi8>}> : () -> tensor<3x1x2x2xi8>
  %b = "tosa.const"() <{values = dense<[5, 6, 7]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %izp = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wzp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %azp = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %ozp = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<[1073741824, 1073741825, 1073741826]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %s = "tosa.const"() <{values = dense<[38, 37, 36]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %0 = tosa.conv2d %a, %w, %b, %izp, %wzp {acc_type = i32, dilation = array<i64: 1, 2>, pad = array<i64: 0, 0, 1, 0>, stride = array<i64: 2, 1>} : (tensor<1x5x6x2xi8>, tensor<3x1x2x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x5x3xi32>
  %1 = tosa.rescale %0, %m, %s, %azp, %ozp {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x3x5x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x3x5x3xi8>
  %2 = tosa.clamp %1 {min_val = 4 : i8, max_val = 99 : i8} : (tensor<1x3x5x3xi8>) -> tensor<1x3x5x3xi8>
  return %2 : tensor<1x3x5x3xi8>
}

// -----

// The bias is added after a depthwise convolution.

//      CHECK:@depthwise_conv2d_0: depthwise_convolution by linalg.depthwise_conv_2d_nhwc_hwcm_q, in i32
// CHECK-NEXT:  window: size 1, stride 1, dilation 1, padding 0 and 0
// CHECK-NEXT:  window: size 2, stride 1, dilation 1, padding 1 and 0
// CHECK-NEXT:  padding value: 3 : i8
// CHECK-NEXT:  factor: operand #0, zero point 3
// CHECK-NEXT:  factor: operand #1, zero point 0
// CHECK-NEXT:  input: tensor<1x4x4x2xi8> at (d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d5, d2 + d6 - 1, d3)
// CHECK-NEXT:  weights: tensor<1x2x2x1xi8> at (d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d3, d4)
// CHECK-NEXT:  bias: tensor<2xi32> at (d0, d1, d2, d3, d4, d5, d6) -> (d3)
// CHECK-NEXT:  result at (d0, d1, d2, d3, d4, d5, d6) -> (0, d1, d2, d3)
// CHECK-NEXT:  multiplications: 64
// CHECK-NEXT:  loops of linalg.fill: i j k l m; of its result: i j k l m
// CHECK-NEXT:  loops of linalg.depthwise_conv_2d_nhwc_hwcm_q: n h w c m kh kw; of its result: n h w c m
// CHECK-NEXT:  loops of linalg.generic: i j k l; of its result: n h w c
func.func @depthwise(%a: tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi32> {
  %w = "tosa.const"() <{values = dense<[[[[1], [2]], [[3], [4]]]]> : tensor<1x2x2x1xi8>}> : () -> tensor<1x2x2x1xi8>
  %b = "tosa.const"() <{values = dense<[5, 6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %izp = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wzp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %a, %w, %b, %izp, %wzp {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 1, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>, tensor<1x2x2x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x2xi32>
  return %0 : tensor<1x4x4x2xi32>
}

// -----

// Two activations, both with zero points.

//      CHECK:@matmul_0: matmul by linalg.quantized_batch_matmul, in i32
// CHECK-NEXT:  factor: operand #0, zero point 1
// CHECK-NEXT:  factor: operand #1, zero point 2
// CHECK-NEXT:  input: tensor<1x2x3xi8> at (d0, d1, d2, d3) -> (d0, d1, d3)
// CHECK-NEXT:  weights: tensor<1x3x4xi8> at (d0, d1, d2, d3) -> (d0, d3, d2)
// CHECK-NEXT:  result at (d0, d1, d2, d3) -> (d0, d1, d2)
// CHECK-NEXT:  multiplications: 24
// CHECK-NEXT:  loops of linalg.fill: i j k; of its result: i j k
// CHECK-NEXT:  loops of linalg.quantized_batch_matmul: b i j k; of its result: b i j
func.func @matmul(%a: tensor<1x2x3xi8>, %b: tensor<1x3x4xi8>) -> tensor<1x2x4xi32> {
  %azp = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %bzp = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.matmul %a, %b, %azp, %bzp : (tensor<1x2x3xi8>, tensor<1x3x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x4xi32>
  return %0 : tensor<1x2x4xi32>
}

// -----

// Padding holds the value that changes no maximum.

//      CHECK:@max_pool2d_0: pooling by linalg.pooling_nhwc_max, in i8
// CHECK-NEXT:  window: size 3, stride 2, dilation 1, padding 1 and 1
// CHECK-NEXT:  window: size 2, stride 2, dilation 1, padding 0 and 0
// CHECK-NEXT:  padding value: -128 : i8
// CHECK-NEXT:  factor: operand #0, zero point 0
// CHECK-NEXT:  input: tensor<1x5x4x2xi8> at (d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4 - 1, d2 * 2 + d5, d3)
// CHECK-NEXT:  result at (d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)
// CHECK-NEXT:  multiplications: 0
// CHECK-NEXT:  loops of linalg.fill: i j k l; of its result: i j k l
// CHECK-NEXT:  loops of linalg.pooling_nhwc_max: n h w c kh kw; of its result: n h w c
func.func @max_pool(%a: tensor<1x5x4x2xi8>) -> tensor<1x3x2x2xi8> {
  %0 = tosa.max_pool2d %a {kernel = array<i64: 3, 2>, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x5x4x2xi8>) -> tensor<1x3x2x2xi8>
  return %0 : tensor<1x3x2x2xi8>
}

// -----

// The sum's zero point is the zero point of four elements.

//      CHECK:@avg_pool2d_0: pooling by linalg.pooling_nhwc_sum, in i32
// CHECK-NEXT:  window: size 2, stride 2, dilation 1, padding 0 and 0
// CHECK-NEXT:  window: size 2, stride 2, dilation 1, padding 0 and 0
// CHECK-NEXT:  factor: operand #0, zero point 0
// CHECK-NEXT:  input: tensor<1x4x4x2xi8> at (d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)
// CHECK-NEXT:  result at (d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)
// CHECK-NEXT:  rescale: multiplier 1073741825, shift 32, SINGLE_ROUND, zero points 12 and 3, at least -128, at most 127
// CHECK-NEXT:  multiplications: 0
// CHECK-NEXT:  loops of linalg.fill: i j k l; of its result: i j k l
// CHECK-NEXT:  loops of linalg.pooling_nhwc_sum: n h w c kh kw; of its result: n h w c
// CHECK-NEXT:  loops of linalg.generic: i j k l; of its result: n h w c
func.func @avg_pool(%a: tensor<1x4x4x2xi8>) -> tensor<1x2x2x2xi8> {
  %izp = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.avg_pool2d %a, %izp, %izp {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %0 : tensor<1x2x2x2xi8>
}

// -----

// Each operand of a residual sum has a rescale, and so has the sum.

//      CHECK:@rescale_2: elementwise by linalg.generic
// CHECK-NEXT:  input: tensor<2x3xi8> at (d0, d1) -> (d0, d1)
// CHECK-NEXT:  input: tensor<2x3xi8> at (d0, d1) -> (d0, d1)
// CHECK-NEXT:  result at (d0, d1) -> (d0, d1)
// CHECK-NEXT:  rescale: multiplier 1073741824, shift 20, SINGLE_ROUND, zero points 3 and 0
// CHECK-NEXT:  rescale: multiplier 1073741824, shift 20, SINGLE_ROUND, zero points -9 and 0
// CHECK-NEXT:  rescale: multiplier 1073741824, shift 49, DOUBLE_ROUND, zero points 0 and 3, at least -128, at most 127
// CHECK-NEXT:  multiplications: 0
// CHECK-NEXT:  loops of linalg.generic: i j; of its result: i j
// CHECK-NEXT:  loops of linalg.generic: i j; of its result: i j
// CHECK-NEXT:  loops of linalg.generic: i j; of its result: i j
// CHECK-NEXT:  loops of linalg.generic: i j; of its result: i j
func.func @add(%a: tensor<2x3xi8>, %b: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %zp = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %bzp = "tosa.const"() <{values = dense<-9> : tensor<1xi8>}> : () -> tensor<1xi8>
  %azp = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<20> : tensor<1xi8>}> : () -> tensor<1xi8>
  %t = "tosa.const"() <{values = dense<49> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %m, %s, %zp, %azp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x3xi32>
  %1 = tosa.rescale %b, %m, %s, %bzp, %azp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x3xi32>
  %2 = tosa.add %0, %1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %3 = tosa.rescale %2, %m, %t, %azp, %zp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3xi8>
  return %3 : tensor<2x3xi8>
}

// -----

// An accumulator of 48 bits lies in 64; multipliers of 16 bits are extended.

//      CHECK:@rescale_0: elementwise by linalg.generic
// CHECK-NEXT:  input: tensor<4xi64> at (d0) -> (d0)
// CHECK-NEXT:  multiplier: tensor<4xi32> at (d0) -> (d0)
// CHECK-NEXT:  shift: tensor<4xi8> at (d0) -> (d0)
// CHECK-NEXT:  result at (d0) -> (d0)
// CHECK-NEXT:  rescale: multiplier from a tensor, shift from a tensor, SINGLE_ROUND, zero points 0 and 0, at least -32768, at most 32767
// CHECK-NEXT:  multiplications: 0
// CHECK-NEXT:  loops of linalg.generic: i; of its result: i
func.func @i48(%a: tensor<4xi48>) -> tensor<4xi16> {
  %azp = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %m = "tosa.const"() <{values = dense<[16384, 16385, 16386, 16387]> : tensor<4xi16>}> : () -> tensor<4xi16>
  %s = "tosa.const"() <{values = dense<[20, 21, 22, 23]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %0 = tosa.rescale %a, %m, %s, %azp, %zp {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<4xi48>, tensor<4xi16>, tensor<4xi8>, tensor<1xi48>, tensor<1xi16>) -> tensor<4xi16>
  return %0 : tensor<4xi16>
}

// -----

// Half floats are added up as floats.

//      CHECK:@conv2d_0: convolution by linalg.conv_2d_nhwc_fhwc, in f32
// CHECK-NEXT:  window: size 2, stride 1, dilation 1, padding 0 and 0
// CHECK-NEXT:  window: size 2, stride 1, dilation 1, padding 0 and 0
// CHECK-NEXT:  factor: operand #0, zero point 0
// CHECK-NEXT:  factor: operand #1, zero point 0
// CHECK-NEXT:  bias: tensor<4xf16> at (d0, d1, d2, d3, d4, d5, d6) -> (d3)
// CHECK-NEXT:  input: tensor<1x3x3x2xf16> at (d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)
// CHECK-NEXT:  weights: tensor<4x2x2x2xf16> at (d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)
// CHECK-NEXT:  result at (d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)
// CHECK-NEXT:  multiplications: 128
// CHECK-NEXT:  loops of linalg.generic: i j k l; of its result: i j k l
// CHECK-NEXT:  loops of linalg.conv_2d_nhwc_fhwc: n h w c kh kw ic; of its result: n h w c
// CHECK-NEXT:  loops of linalg.generic: i j k l; of its result: n h w c
func.func @f16(%a: tensor<1x3x3x2xf16>, %w: tensor<4x2x2x2xf16>, %b: tensor<4xf16>) -> tensor<1x2x2x4xf16> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %0 = tosa.conv2d %a, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x3x2xf16>, tensor<4x2x2x2xf16>, tensor<4xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x2x2x4xf16>
  return %0 : tensor<1x2x2x4xf16>
}

// -----

// The four kernels of a softmax.

//      CHECK:@softmax_0: reduction by linalg.generic, in f32
// CHECK-NEXT:  factor: operand #0, zero point 0
// CHECK-NEXT:  input: tensor<2x10xf32> at (d0, d1) -> (d0, d1)
// CHECK-NEXT:  result at (d0, d1) -> (d0)
// CHECK-NEXT:  multiplications: 0
// CHECK-NEXT:  loops of linalg.fill: i; of its result: i
// CHECK-NEXT:  loops of linalg.generic: i r; of its result: i
//      CHECK:@softmax_0_1: elementwise by linalg.generic
// CHECK-NEXT:  input: tensor<2x10xf32> at (d0, d1) -> (d0, d1)
// CHECK-NEXT:  input: tensor<2xf32> at (d0, d1) -> (d0)
// CHECK-NEXT:  result at (d0, d1) -> (d0, d1)
// CHECK-NEXT:  multiplications: 0
// CHECK-NEXT:  loops of linalg.generic: i j; of its result: i j
//      CHECK:@softmax_0_2: reduction by linalg.generic, in f32
// CHECK-NEXT:  factor: operand #0, zero point 0
// CHECK-NEXT:  input: tensor<2x10xf32> at (d0, d1) -> (d0, d1)
// CHECK-NEXT:  result at (d0, d1) -> (d0)
// CHECK-NEXT:  multiplications: 0
// CHECK-NEXT:  loops of linalg.fill: i; of its result: i
// CHECK-NEXT:  loops of linalg.generic: i r; of its result: i
//      CHECK:@softmax_0_3: elementwise by linalg.generic
// CHECK-NEXT:  input: tensor<2x10xf32> at (d0, d1) -> (d0, d1)
// CHECK-NEXT:  input: tensor<2xf32> at (d0, d1) -> (d0)
// CHECK-NEXT:  result at (d0, d1) -> (d0, d1)
// CHECK-NEXT:  multiplications: 0
// CHECK-NEXT:  loops of linalg.generic: i j; of its result: i j
func.func @softmax(%x: tensor<2x10xf32>) -> tensor<2x10xf32> {
  %e = tensor.empty() : tensor<2x10xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x10xf32>) outs(%e : tensor<2x10xf32>) -> tensor<2x10xf32>
  return %0 : tensor<2x10xf32>
}

// -----

// A table is not an input.

//      CHECK:@table_0: lookup by linalg.generic
// CHECK-NEXT:  input: tensor<4xi8> at (d0) -> (d0)
// CHECK-NEXT:  table: tensor<256xi8> at unknown places
// CHECK-NEXT:  result at (d0) -> (d0)
// CHECK-NEXT:  multiplications: 0
// CHECK-NEXT:  loops of linalg.generic: i; of its result: i
func.func @table(%x: tensor<4xi8>) -> tensor<4xi8> {
  %t = "tosa.const"() <{values = dense<[-125, -118, -111, -104, -97, -90, -83, -76, -69, -62, -55, -48, -41, -34, -27, -20, -13, -6, 1, 8, 15, 22, 29, 36, 43, 50, 57, 64, 71, 78, 85, 92, 99, 106, 113, 120, -124, -117, -110, -103, -96, -89, -82, -75, -68, -61, -54, -47, -40, -33, -26, -19, -12, -5, 2, 9, 16, 23, 30, 37, 44, 51, 58, 65, 72, 79, 86, 93, 100, 107, 114, 121, -123, -116, -109, -102, -95, -88, -81, -74, -67, -60, -53, -46, -39, -32, -25, -18, -11, -4, 3, 10, 17, 24, 31, 38, 45, 52, 59, 66, 73, 80, 87, 94, 101, 108, 115, 122, -122, -115, -108, -101, -94, -87, -80, -73, -66, -59, -52, -45, -38, -31, -24, -17, -10, -3, 4, 11, 18, 25, 32, 39, 46, 53, 60, 67, 74, 81, 88, 95, 102, 109, 116, 123, -121, -114, -107, -100, -93, -86, -79, -72, -65, -58, -51, -44, -37, -30, -23, -16, -9, -2, 5, 12, 19, 26, 33, 40, 47, 54, 61, 68, 75, 82, 89, 96, 103, 110, 117, 124, -120, -113, -106, -99, -92, -85, -78, -71, -64, -57, -50, -43, -36, -29, -22, -15, -8, -1, 6, 13, 20, 27, 34, 41, 48, 55, 62, 69, 76, 83, 90, 97, 104, 111, 118, 125, -119, -112, -105, -98, -91, -84, -77, -70, -63, -56, -49, -42, -35, -28, -21, -14, -7, 0, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 91, 98, 105, 112, 119, -125, -118, -111, -104, -97]> : tensor<256xi8>}> : () -> tensor<256xi8>
  %0 = tosa.table %x, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
