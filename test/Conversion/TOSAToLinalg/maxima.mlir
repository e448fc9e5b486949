// RUN: tir-opt %s -split-input-file --tir-lower-tosa | FileCheck %s

// The largest of infinities is an infinity.
// CHECK-LABEL: func.func @propagate
// CHECK: arith.constant 0xFF800000 : f32
// CHECK: linalg.reduce {{.*}} dimensions = [1]
// CHECK: arith.maximumf
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [2, 1, 4]
func.func @propagate(%x: tensor<2x3x4xf32>) -> tensor<2x1x4xf32> {
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  return %0 : tensor<2x1x4xf32>
}

// -----

// The smallest of NaNs is a NaN; otherwise it is a number.
// CHECK-LABEL: func.func @ignore
// CHECK: arith.constant 0x7E00 : f16
// CHECK: linalg.reduce {{.*}} dimensions = [0]
// CHECK: arith.minnumf
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [1, 3, 4]
func.func @ignore(%x: tensor<2x3x4xf16>) -> tensor<1x3x4xf16> {
  %0 = tosa.reduce_min %x {axis = 0 : i32, nan_mode = IGNORE} : (tensor<2x3x4xf16>) -> tensor<1x3x4xf16>
  return %0 : tensor<1x3x4xf16>
}

// -----

// CHECK-LABEL: func.func @vector
// CHECK: tensor.expand_shape %{{.*}} [] output_shape [1]
func.func @vector(%x: tensor<4xf32>) -> tensor<1xf32> {
  %0 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<4xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

// Upstream lowers integers.
// CHECK-LABEL: func.func @integers
// CHECK: arith.constant -128 : i8
func.func @integers(%x: tensor<4xi8>) -> tensor<1xi8> {
  %0 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<4xi8>) -> tensor<1xi8>
  return %0 : tensor<1xi8>
}

// -----

// The result is the index of the first NaN, or never the index of a NaN.
// CHECK-LABEL: func.func @argmax
// CHECK: arith.constant 0xFF800000 : f32
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: i32, %[[KNOWN:.*]]: f32):
// CHECK: arith.cmpf ugt, %[[X]], %[[KNOWN]]
// CHECK: arith.cmpf ord, %[[KNOWN]], %[[KNOWN]]
// CHECK: arith.constant 0x7FC00000 : f32
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: i32, %[[KNOWN:.*]]: f32):
// CHECK: arith.cmpf ugt, %[[X]], %[[KNOWN]]
// CHECK: arith.cmpf ord, %[[X]], %[[X]]
func.func @argmax(%x: tensor<2x3xf32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = tosa.argmax %x {axis = 1 : i32, nan_mode = PROPAGATE} : (tensor<2x3xf32>) -> tensor<2xi32>
  %1 = tosa.argmax %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2xi32>
  return %0, %1 : tensor<2xi32>, tensor<2xi32>
}

// -----

// Padding is the initial value of the search, so that `loops` can omit it.
// CHECK-LABEL: func.func @pool
// CHECK: %[[LOWEST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: tensor.pad %{{.*}} low[0, 1, 0, 0] high[0, 2, 3, 0]
// CHECK: tensor.yield %[[LOWEST]]
// CHECK: tensor<1x4x4x1xf32> to tensor<1x7x7x1xf32>
// CHECK: linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<[2, 1]> : vector<2xi64>} ins(%{{.*}}, %{{.*}} : tensor<1x7x7x1xf32>, tensor<3x4xf32>)
// CHECK: %[[NAN:.*]] = arith.constant 0x7FC00000 : f32
// CHECK: tensor.pad %{{.*}} low[0, 1, 0, 0] high[0, 2, 3, 0]
// CHECK: tensor.yield %[[NAN]]
// CHECK: linalg.generic
// CHECK: arith.maxnumf
func.func @pool(%x: tensor<1x4x4x1xf32>) -> (tensor<1x3x4x1xf32>, tensor<1x3x4x1xf32>) {
  %0 = tosa.max_pool2d %x {kernel = array<i64: 3, 4>, stride = array<i64: 2, 1>, pad = array<i64: 1, 2, 0, 3>} : (tensor<1x4x4x1xf32>) -> tensor<1x3x4x1xf32>
  %1 = tosa.max_pool2d %x {kernel = array<i64: 3, 4>, stride = array<i64: 2, 1>, pad = array<i64: 1, 2, 0, 3>, nan_mode = IGNORE} : (tensor<1x4x4x1xf32>) -> tensor<1x3x4x1xf32>
  return %0, %1 : tensor<1x3x4x1xf32>, tensor<1x3x4x1xf32>
}
