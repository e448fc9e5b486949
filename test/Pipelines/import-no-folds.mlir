// RUN: tir-opt %s -split-input-file --tir-phase-import | FileCheck %s

// No pass of the phase folds what a TOSA operator computes: neither the
// inliner, which canonicalizes by itself, nor the conversion.

// CHECK-LABEL: func.func @main
// CHECK: math.floor
// CHECK: arith.mulf
// CHECK: arith.addf
func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %x, %z, %s : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  %1 = tosa.add %0, %z : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.floor %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @callee(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The smallest i8 is saturated each time.
// CHECK-LABEL: func.func @main
// CHECK: arith.maxsi
// CHECK: arith.maxsi
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.negate %x, %z, %z : (tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  %1 = tosa.negate %0, %z, %z : (tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  return %1 : tensor<4xi8>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: arith.cmpf uno
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tosa.clamp %x {max_val = 0x7F800000 : f32, min_val = 0xFF800000 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
