// RUN: tir-opt %s --tir-specialize-inputs="input-shape=0:2x4" | FileCheck %s

// The shapes behind an operation of another dialect are inferred, too.
// CHECK-LABEL: func.func @quantized
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x4xf32>)
// CHECK: tosa.add {{.*}} -> tensor<2x4xi8>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x4xi8>)
// CHECK: tosa.exp {{.*}} -> tensor<2x4xf32>
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @quantized(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x4xf32>
  %bytes = tensor.empty(%rows) : tensor<?x4xi8>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x4xf32>) outs(%bytes : tensor<?x4xi8>) {
  ^bb0(%in: f32, %out: i8):
    %byte = arith.fptosi %in : f32 to i8
    linalg.yield %byte : i8
  } -> tensor<?x4xi8>
  %1 = tosa.add %0, %0 : (tensor<?x4xi8>, tensor<?x4xi8>) -> tensor<?x4xi8>
  %rows1 = tensor.dim %1, %c0 : tensor<?x4xi8>
  %floats = tensor.empty(%rows1) : tensor<?x4xf32>
  %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<?x4xi8>) outs(%floats : tensor<?x4xf32>) {
  ^bb0(%in: i8, %out: f32):
    %float = arith.sitofp %in : i8 to f32
    linalg.yield %float : f32
  } -> tensor<?x4xf32>
  %3 = tosa.exp %2 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}
