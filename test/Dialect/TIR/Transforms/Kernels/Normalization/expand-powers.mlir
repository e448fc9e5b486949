// RUN: tir-opt %s --tir-expand-powers | FileCheck %s

// CHECK-LABEL: func.func @integers
// CHECK-SAME: %[[X:.*]]: f32, %[[N:.*]]: i64
func.func @integers(%x: f32, %n: i64) -> (f32, f32, f32, f32) {
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK-DAG: %[[TWELVE:.*]] = arith.constant 1.200000e+01 : f32
  %three = arith.constant 3 : i64
  %minus = arith.constant -2 : i64
  %twelve = arith.constant 12 : i64
  // CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK: %[[CUBE:.*]] = arith.mulf %[[SQUARE]], %[[X]]
  %0 = math.fpowi %x, %three : f32, i64
  // CHECK: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK: %[[INVERSE:.*]] = arith.divf %[[ONE]], %[[PRODUCT]]
  %1 = math.fpowi %x, %minus : f32, i64
  // CHECK: %[[GREAT:.*]] = math.powf %[[X]], %[[TWELVE]]
  %2 = math.fpowi %x, %twelve : f32, i64
  // CHECK: %[[FLOAT:.*]] = arith.sitofp %[[N]] : i64 to f32
  // CHECK: %[[ANY:.*]] = math.powf %[[X]], %[[FLOAT]] fastmath<nnan>
  %3 = math.fpowi %x, %n fastmath<nnan> : f32, i64
  // CHECK: return %[[CUBE]], %[[INVERSE]], %[[GREAT]], %[[ANY]]
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

#scalar = affine_map<(d0) -> (0)>
#all = affine_map<(d0) -> (d0)>

// The first exponent is one constant; the second is not.
// CHECK-LABEL: func.func @tensors
func.func @tensors(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<1xf32>
  %several = arith.constant dense<[2.0, 3.0, 4.0, 5.0]> : tensor<4xf32>
  // CHECK: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32, %[[EXPONENT:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[SQUARE:.*]] = arith.mulf %[[IN]], %[[IN]] : f32
  // CHECK-NEXT: %[[POWER:.*]] = math.powf %[[SQUARE]], %[[EXPONENT]] : f32
  // CHECK-NEXT: linalg.yield %[[POWER]]
  %y = linalg.generic {indexing_maps = [#all, #scalar, #all, #all], iterator_types = ["parallel"]}
      ins(%x, %two, %several : tensor<4xf32>, tensor<1xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %exponent: f32, %other: f32, %out: f32):
    %square = math.powf %in, %exponent : f32
    %power = math.powf %square, %other : f32
    linalg.yield %power : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// The initial value of an output may be another in a later iteration.
// CHECK-LABEL: func.func @outputs
func.func @outputs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %init = arith.constant dense<2.0> : tensor<4xf32>
  // CHECK: math.powf
  %y = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %power = math.powf %in, %out : f32
    linalg.yield %power : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}
