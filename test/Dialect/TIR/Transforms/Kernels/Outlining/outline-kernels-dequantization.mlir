// RUN: tir-opt %s --tir-outline-kernels | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>

// The floats of `%first` would need more memory than all else between the kernels: its reader makes them of the integers,
// again for each of three columns. The floats of `%second` need less than `%computed`, and are made once.

// CHECK-LABEL: tir.prim_func private @matmul(
// CHECK-SAME:    memref<1x64xi8>
// CHECK:         arith.sitofp
// CHECK:         arith.mulf
// CHECK:         arith.mulf
// CHECK:         tir.return
// CHECK-LABEL: tir.prim_func @main(
// CHECK:         tir.call_tir {{.*}} -> tensor<1x3xf32>
// CHECK:         tir.call_tir {{.*}} -> tensor<1x8xf32>
// CHECK:         tir.call_tir {{.*}} -> tensor<1x3xf32>
// CHECK:         tir.call_tir {{.*}} -> tensor<16x2xf32>
// CHECK:         tir.call_tir {{.*}} -> tensor<16x3xf32>
func.func @main(%x: tensor<1x64xi8>, %weights: tensor<64x3xf32>, %y: tensor<1x8xi8>, %more: tensor<8x3xf32>,
                %z: tensor<16x2xf32>, %first_weights: tensor<2x2xf32>, %second_weights: tensor<2x3xf32>)
    -> (tensor<1x3xf32>, tensor<1x3xf32>, tensor<16x3xf32>) {
  %scale = arith.constant 0.25 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x64xf32>
  %first = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x64xi8>) outs(%empty : tensor<1x64xf32>) {
  ^bb0(%q: i8, %out: f32):
    %float = arith.sitofp %q : i8 to f32
    %real = arith.mulf %float, %scale : f32
    linalg.yield %real : f32
  } -> tensor<1x64xf32>
  %sums = tensor.empty() : tensor<1x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%sums : tensor<1x3xf32>) -> tensor<1x3xf32>
  %a = linalg.matmul ins(%first, %weights : tensor<1x64xf32>, tensor<64x3xf32>) outs(%init : tensor<1x3xf32>)
      -> tensor<1x3xf32>
  %small = tensor.empty() : tensor<1x8xf32>
  %second = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<1x8xi8>) outs(%small : tensor<1x8xf32>) {
  ^bb0(%q: i8, %out: f32):
    %float = arith.sitofp %q : i8 to f32
    %real = arith.mulf %float, %scale : f32
    linalg.yield %real : f32
  } -> tensor<1x8xf32>
  %b = linalg.matmul ins(%second, %more : tensor<1x8xf32>, tensor<8x3xf32>) outs(%init : tensor<1x3xf32>)
      -> tensor<1x3xf32>
  %wide = tensor.empty() : tensor<16x2xf32>
  %start = linalg.fill ins(%zero : f32) outs(%wide : tensor<16x2xf32>) -> tensor<16x2xf32>
  %computed = linalg.matmul ins(%z, %first_weights : tensor<16x2xf32>, tensor<2x2xf32>) outs(%start : tensor<16x2xf32>)
      -> tensor<16x2xf32>
  %out = tensor.empty() : tensor<16x3xf32>
  %begin = linalg.fill ins(%zero : f32) outs(%out : tensor<16x3xf32>) -> tensor<16x3xf32>
  %c = linalg.matmul ins(%computed, %second_weights : tensor<16x2xf32>, tensor<2x3xf32>) outs(%begin : tensor<16x3xf32>)
      -> tensor<16x3xf32>
  return %a, %b, %c : tensor<1x3xf32>, tensor<1x3xf32>, tensor<16x3xf32>
}
