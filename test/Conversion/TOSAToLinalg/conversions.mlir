// RUN: tir-opt %s -split-input-file --tir-lower-tosa | FileCheck %s

// Only what fits 8 bits is converted; no NaN is.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[ROUNDED:.*]] = math.roundeven
// CHECK: %[[LOW:.*]] = arith.constant -1.280000e+02 : f32
// CHECK: %[[HIGH:.*]] = arith.constant 1.270000e+02 : f32
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt, %[[ROUNDED]], %[[LOW]]
// CHECK: %[[A:.*]] = arith.select %[[ABOVE]], %[[ROUNDED]], %[[LOW]]
// CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[A]], %[[HIGH]]
// CHECK: %[[B:.*]] = arith.select %[[BELOW]], %[[A]], %[[HIGH]]
// CHECK: %[[NUMBER:.*]] = arith.cmpf ord, %[[ROUNDED]], %[[ROUNDED]]
// CHECK: %[[C:.*]] = arith.select %[[NUMBER]], %[[B]], %{{.*}}
// CHECK: arith.fptosi %[[C]] : f32 to i8
func.func @narrow(%x: tensor<4xf32>) -> tensor<4xi8> {
  %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// 2^31 - 1 is no float: what is past the one below it becomes it afterwards.
// CHECK-LABEL: func.func @wide
// CHECK: arith.fptosi %[[INSIDE:.*]] : f32 to i32
// CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : f32
// CHECK: arith.constant 2147483647 : i32
// CHECK: arith.select
func.func @wide(%x: tensor<f32>) -> tensor<i32> {
  %0 = tosa.cast %x : (tensor<f32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// An f16 reaches neither limit, but for infinities.
// CHECK-LABEL: func.func @half
// CHECK: arith.constant -6.550400e+04 : f16
// CHECK: arith.constant 6.550400e+04 : f16
// CHECK: arith.fptosi
// CHECK: arith.constant -2147483648 : i32
// CHECK: arith.constant 2147483647 : i32
func.func @half(%x: tensor<4xf16>) -> tensor<4xi32> {
  %0 = tosa.cast %x : (tensor<4xf16>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// A rounding of our choice is the single one.
// CHECK-LABEL: func.func @inexact
// CHECK: arith.shrsi
// CHECK-NOT: arith.cmpi
func.func @inexact(%x: tensor<4xi32>) -> tensor<4xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %i, %o {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = INEXACT_ROUND, scale32 = true} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
