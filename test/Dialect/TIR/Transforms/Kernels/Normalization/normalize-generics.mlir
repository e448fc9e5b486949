// RUN: tir-opt %s --tir-normalize-generics | FileCheck %s

// A reduction that keeps its rank.
// CHECK-LABEL: func.func @keep_rank
// CHECK: %[[INIT:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<2x1xf32> into tensor<2xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} outs(%[[INIT]] : tensor<2xf32>)
// CHECK: tensor.expand_shape %[[SUM]] {{\[\[}}0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
func.func @keep_rank(%a: tensor<2x5xf32>, %init: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<2x5xf32>) outs(%init : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// Only the maximum is used, not its position.
// CHECK-LABEL: func.func @unused_position
// CHECK-NOT: linalg.index
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2xf32>)
func.func @unused_position(%a: tensor<2x5xf32>, %m: tensor<2xf32>, %p: tensor<2xi64>) -> tensor<2xf32> {
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<2x5xf32>) outs(%m, %p : tensor<2xf32>, tensor<2xi64>) {
  ^bb0(%in: f32, %max: f32, %at: i64):
    %1 = linalg.index 1 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.maximumf %in, %max : f32
    %4 = arith.cmpf ogt, %in, %max : f32
    %5 = arith.select %4, %2, %at : i64
    linalg.yield %3, %5 : f32, i64
  } -> (tensor<2xf32>, tensor<2xi64>)
  return %0#0 : tensor<2xf32>
}
