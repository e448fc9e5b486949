// RUN: tir-opt %s -split-input-file -verify-diagnostics --tir-lower-tosa | FileCheck %s

// The filter keeps its layout, and the rescale rounds twice as TOSA asks.
// CHECK-LABEL: func.func @conv
// CHECK: linalg.conv_2d_nhwc_fhwc_q
// CHECK: linalg.generic
// CHECK: arith.select
// CHECK: arith.shrsi
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

// Operators of linalg are not touched.
// CHECK-LABEL: func.func @linalg
// CHECK: linalg.add
func.func @linalg(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @exp_of_integers(%a: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @below {{operator 'tosa.exp' cannot be lowered for '(tensor<4xi32>) -> tensor<4xi32>'; expected a combination of types and attributes that TOSA 1.0 has}}
  %0 = tosa.exp %a : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// A condition of rank 3 is flattened, which upstream forgets.
// CHECK-LABEL: func.func @condition
// CHECK: tensor.collapse_shape %{{.*}} [] : tensor<1x1x1xi1> into tensor<i1>
// CHECK: scf.if
func.func @condition(%c: tensor<1x1x1xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "tosa.cond_if"(%c, %a, %b) ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    tosa.yield %x : tensor<4xf32>
  }, {
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    tosa.yield %y : tensor<4xf32>
  }) : (tensor<1x1x1xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A position left of the input rounds down: the division sees (x - 1) + 16 * 4.
// CHECK-LABEL: func.func @half_pixel
// CHECK: %[[K:.*]] = arith.constant 64 : i32
// CHECK: %[[SHIFTED:.*]] = arith.addi %{{.*}}, %[[K]] : i32
// CHECK: %[[QUOTIENT:.*]] = arith.divsi %[[SHIFTED]]
// CHECK: %[[BACK:.*]] = arith.constant 16 : i32
// CHECK: arith.subi %[[QUOTIENT]], %[[BACK]]
func.func @half_pixel(%a: tensor<1x2x2x1xi8>) -> tensor<1x4x4x1xi32> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %s, %o, %b {mode = BILINEAR} : (tensor<1x2x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xi32>
  return %0 : tensor<1x4x4x1xi32>
}

// -----

// CHECK-LABEL: func.func @scatter
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK-SAME: outs(%{{.*}} : tensor<1x5x2xi8>)
// CHECK: %[[ROW:.*]] = linalg.index 1
// CHECK: %[[CAST:.*]] = arith.index_cast %[[ROW]] : index to i32
// CHECK: arith.cmpi eq, %{{.*}}, %[[CAST]]
func.func @scatter(%values: tensor<1x5x2xi8>, %rows: tensor<1x3xi32>, %in: tensor<1x3x2xi8>) -> tensor<1x5x2xi8> {
  %0 = tosa.scatter %values, %rows, %in : (tensor<1x5x2xi8>, tensor<1x3xi32>, tensor<1x3x2xi8>) -> tensor<1x5x2xi8>
  return %0 : tensor<1x5x2xi8>
}
