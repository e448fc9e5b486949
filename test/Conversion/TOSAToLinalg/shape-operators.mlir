// RUN: tir-opt %s -split-input-file --tir-lower-tosa --canonicalize | FileCheck %s

// Shapes that are computed from constants are constants.
// CHECK-LABEL: func.func @computed
// CHECK: tensor.extract_slice %{{.*}}[1, 3] [1, 2] [1, 1]
// CHECK-NOT: tosa.
func.func @computed(%x: tensor<2x5xi8>) -> tensor<1x2xi8> {
  %i1 = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %i2 = "tosa.const"() <{values = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  // 5 - 4 = 1, 7 mod 4 = 3
  %five = tosa.dim %x {axis = 1 : i32} : (tensor<2x5xi8>) -> !tosa.shape<1>
  %seven = tosa.const_shape {values = dense<7> : tensor<1xindex>} : () -> !tosa.shape<1>
  %four = tosa.const_shape {values = dense<4> : tensor<1xindex>} : () -> !tosa.shape<1>
  %one = tosa.sub_shape %five, %four : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %three = tosa.mod_shape %seven, %four : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %start = tosa.concat_shape %one, %three : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  // 2 ^ (7 / 4 rounded up) = 4, whose logarithm is 2; the last two of (4, 1, 2)
  %up = tosa.div_ceil_shape %seven, %four : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %power = tosa.exp2_shape %up : (!tosa.shape<1>) -> !tosa.shape<1>
  %log = tosa.log2_ceil_shape %power : (!tosa.shape<1>) -> !tosa.shape<1>
  %all = tosa.concat_shape %power, %one, %log : (!tosa.shape<1>, !tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<3>
  %size = tosa.slice_shape %all, %i1, %i2 : (!tosa.shape<3>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<2>
  %0 = tosa.slice %x, %start, %size : (tensor<2x5xi8>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2xi8>
  return %0 : tensor<1x2xi8>
}

// -----

// A shape that is no longer used is erased.
// CHECK-LABEL: func.func @static
// CHECK-NOT: tosa.
func.func @static(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %a = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %m = tosa.mul_shape %a, %b : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %0 = tosa.reshape %x, %m : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
