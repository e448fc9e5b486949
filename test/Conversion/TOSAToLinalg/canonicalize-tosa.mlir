// RUN: tir-opt %s -split-input-file --tir-canonicalize-tosa | FileCheck %s
// RUN: tir-opt %s -split-input-file --tir-canonicalize-tosa --tir-lower-tosa | FileCheck %s --check-prefix=LOWERED

// Operations that upstream's canonicalizer folds and must not: each of these functions would return its argument or a
// constant.

// The smallest i8 negated is 127, and that negated is -127.
// CHECK-LABEL: func.func @negate
// CHECK-COUNT-2: tosa.negate
// LOWERED-LABEL: func.func @negate
// LOWERED-COUNT-2: linalg.generic
func.func @negate(%x: tensor<4xi8>) -> tensor<4xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.negate %x, %z, %z : (tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  %1 = tosa.negate %0, %z, %z : (tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  return %1 : tensor<4xi8>
}

// -----

// Infinity times 0 is a NaN, and -0 + 0 is +0.
// CHECK-LABEL: func.func @zero
// CHECK: tosa.mul
// CHECK: tosa.add
// CHECK: tosa.sub
// LOWERED-LABEL: func.func @zero
// LOWERED: arith.mulf
// LOWERED: arith.addf
// LOWERED: arith.subf
func.func @zero(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  %n = "tosa.const"() <{values = dense<-0.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %x, %z, %s : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  %1 = tosa.add %x, %z : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.sub %x, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Minus infinity replaces NaNs.
// CHECK-LABEL: func.func @clamp
// CHECK: tosa.clamp
// LOWERED-LABEL: func.func @clamp
// LOWERED: linalg.generic
func.func @clamp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tosa.clamp %x {max_val = 0x7F800000 : f32, min_val = 0xFF800000 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Infinity next to a position, times a weight of 0, is a NaN.
// CHECK-LABEL: func.func @resize
// CHECK: tosa.resize
// LOWERED-LABEL: func.func @resize
// LOWERED: linalg.generic
func.func @resize(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %scale = tosa.const_shape {values = dense<2> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %y = tosa.resize %x, %scale, %zero, %zero {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x2x1xf32>
  return %y : tensor<1x2x2x1xf32>
}

// -----

// Padding with the lowest finite number differs from the padding of the window, minus infinity.
// CHECK-LABEL: func.func @max_pool2d
// CHECK: tosa.pad
// CHECK: tosa.max_pool2d
// LOWERED-LABEL: func.func @max_pool2d
// LOWERED: tensor.pad
func.func @max_pool2d(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %p = tosa.const_shape {values = dense<[0, 0, 1, 1, 1, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %c = "tosa.const"() <{values = dense<-3.40282347E+38> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.pad %x, %p, %c : (tensor<1x2x2x1xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %y = tosa.max_pool2d %0 {kernel = array<i64: 3, 3>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>) -> tensor<1x2x2x1xf32>
  return %y : tensor<1x2x2x1xf32>
}

// -----

// Operators that choose elements are canonicalized: reshapes are merged, a slice of a concatenation reads its part, a
// constant is transposed.
// CHECK-LABEL: func.func @moves
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xi8>, %[[Y:.*]]: tensor<2x3xi8>)
// CHECK-DAG: %[[C:.*]] = "tosa.const"() <{values = dense<{{\[\[}}1, 3], [2, 4]]> : tensor<2x2xi8>}>
// CHECK-DAG: %[[R:.*]] = tosa.reshape %[[X]], %{{.*}} -> tensor<6xi8>
// CHECK: return %[[R]], %[[Y]], %[[C]]
func.func @moves(%x: tensor<2x3xi8>, %y: tensor<2x3xi8>) -> (tensor<6xi8>, tensor<2x3xi8>, tensor<2x2xi8>) {
  %s = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<2x3xi8>, !tosa.shape<2>) -> tensor<3x2xi8>
  %t = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
  %1 = tosa.reshape %0, %t : (tensor<3x2xi8>, !tosa.shape<1>) -> tensor<6xi8>
  %2 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<4x3xi8>
  %start = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.slice %2, %start, %size : (tensor<4x3xi8>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xi8>
  %c = "tosa.const"() <{values = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>}> : () -> tensor<2x2xi8>
  %4 = tosa.transpose %c {perms = array<i32: 1, 0>} : (tensor<2x2xi8>) -> tensor<2x2xi8>
  return %1, %3, %4 : tensor<6xi8>, tensor<2x3xi8>, tensor<2x2xi8>
}

// -----

// A division by a constant becomes a product.
// CHECK-LABEL: func.func @reciprocal
// CHECK: %[[C:.*]] = "tosa.const"() <{values = dense<[5.000000e-01, 0x7F800000, -0.000000e+00]> : tensor<3xf32>}>
// CHECK-NEXT: return %[[C]]
func.func @reciprocal() -> tensor<3xf32> {
  %c = "tosa.const"() <{values = dense<[2.0, 0.0, 0xFF800000]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %0 = tosa.reciprocal %c : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Unused operations are erased, including those that compute.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.reverse %0 {axis = 0 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return %x : tensor<4xf32>
}

// -----

// Other dialects are canonicalized as usual.
// CHECK-LABEL: func.func @arith
// CHECK: %[[C:.*]] = arith.constant 5 : i32
// CHECK: return %[[C]]
func.func @arith() -> i32 {
  %a = arith.constant 2 : i32
  %b = arith.constant 3 : i32
  %c = arith.addi %a, %b : i32
  return %c : i32
}
