// RUN: tir-opt %s --tir-outline-kernels | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>

// The weights are floats only in the kernel that reads them, also if the floats would need little memory beside the rest:
// constants are in flash. A few are made floats once.

// CHECK-LABEL: tir.prim_func private @matmul(
// CHECK:         arith.sitofp
// CHECK:         linalg.matmul
// CHECK:         tir.return
// CHECK-LABEL: tir.prim_func @main(
// CHECK-NOT:     tensor<32x3xf32>
// CHECK:         tir.call_tir {{.*}} -> tensor<400x3xf32>
// CHECK-LABEL: tir.prim_func @few(
// CHECK:         tir.call_tir {{.*}} -> tensor<4x4xf32>
// CHECK:         tir.call_tir {{.*}} -> tensor<2x4xf32>
// CHECK-LABEL: tir.prim_func @returned(
// CHECK:         tir.call_tir {{.*}} -> tensor<32x3xf32>
//
// Those that come in groups are put together in that kernel, too: as a view of memory, they would be floats there.
//
// CHECK-LABEL: tir.prim_func private @{{.*}}matmul{{.*}}(
// CHECK:         arith.sitofp
// CHECK:         arith.subf
// CHECK:         tensor.collapse_shape
// CHECK:         linalg.matmul
// CHECK-LABEL: tir.prim_func @groups(
// CHECK-NOT:     tensor<4x8x3xf32>
// CHECK:         tir.call_tir {{.*}} -> tensor<400x3xf32>
func.func @main(%x: tensor<400x32xf32>) -> tensor<400x3xf32> {
  %stored = arith.constant dense_resource<weights> : tensor<32x3xi8>
  %scales = arith.constant dense_resource<scales> : tensor<32xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x3xf32>
  %weights = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%stored, %scales : tensor<32x3xi8>, tensor<32xf32>) outs(%empty : tensor<32x3xf32>) {
  ^bb0(%q: i8, %scale: f32, %out: f32):
    %float = arith.sitofp %q : i8 to f32
    %real = arith.mulf %float, %scale : f32
    linalg.yield %real : f32
  } -> tensor<32x3xf32>
  %sums = tensor.empty() : tensor<400x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%sums : tensor<400x3xf32>) -> tensor<400x3xf32>
  %y = linalg.matmul ins(%x, %weights : tensor<400x32xf32>, tensor<32x3xf32>) outs(%init : tensor<400x3xf32>)
      -> tensor<400x3xf32>
  return %y : tensor<400x3xf32>
}

func.func @few(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %stored = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [4, 3, 2, 1], [0, 1, 0, 2]]> : tensor<4x4xi8>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x4xf32>
  %weights = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%stored : tensor<4x4xi8>) outs(%empty : tensor<4x4xf32>) {
  ^bb0(%q: i8, %out: f32):
    %float = arith.sitofp %q : i8 to f32
    %real = arith.mulf %float, %float : f32
    linalg.yield %real : f32
  } -> tensor<4x4xf32>
  %sums = tensor.empty() : tensor<2x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%sums : tensor<2x4xf32>) -> tensor<2x4xf32>
  %y = linalg.matmul ins(%x, %weights : tensor<2x4xf32>, tensor<4x4xf32>) outs(%init : tensor<2x4xf32>)
      -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @returned() -> tensor<32x3xf32> {
  %stored = arith.constant dense_resource<weights> : tensor<32x3xi8>
  %empty = tensor.empty() : tensor<32x3xf32>
  %weights = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%stored : tensor<32x3xi8>) outs(%empty : tensor<32x3xf32>) {
  ^bb0(%q: i8, %out: f32):
    %float = arith.sitofp %q : i8 to f32
    %real = arith.mulf %float, %float : f32
    linalg.yield %real : f32
  } -> tensor<32x3xf32>
  return %weights : tensor<32x3xf32>
}

#groups = affine_map<(i, j, k) -> (i, j, k)>
#ofGroup = affine_map<(i, j, k) -> (i)>
func.func @groups(%x: tensor<400x32xf32>) -> tensor<400x3xf32> {
  %flat = arith.constant dense_resource<weights> : tensor<32x3xi8>
  %stored = tensor.expand_shape %flat [[0, 1], [2]] output_shape [4, 8, 3] : tensor<32x3xi8> into tensor<4x8x3xi8>
  %zeros = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x8x3xf32>
  %grouped = linalg.generic {indexing_maps = [#groups, #ofGroup, #groups], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%stored, %zeros : tensor<4x8x3xi8>, tensor<4xf32>) outs(%empty : tensor<4x8x3xf32>) {
  ^bb0(%q: i8, %point: f32, %out: f32):
    %float = arith.sitofp %q : i8 to f32
    %real = arith.subf %float, %point : f32
    linalg.yield %real : f32
  } -> tensor<4x8x3xf32>
  %weights = tensor.collapse_shape %grouped [[0, 1], [2]] : tensor<4x8x3xf32> into tensor<32x3xf32>
  %sums = tensor.empty() : tensor<400x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%sums : tensor<400x3xf32>) -> tensor<400x3xf32>
  %y = linalg.matmul ins(%x, %weights : tensor<400x32xf32>, tensor<32x3xf32>) outs(%init : tensor<400x3xf32>)
      -> tensor<400x3xf32>
  return %y : tensor<400x3xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x010000004420823CFDE6F1C26B30F90EC7DD01E4887534A20F0B0D04C36ED80E71E0FD77B07670EB940BD5335F973DAAD8619B91FFC911F57CCED458BBBF2CE03753C9BDFA0FF0169DC9575674066676CFB0B4EB8902C44269DA1CF6BA66D3F8B6D4B100",
      scales: "0x040000000000003E0000803E0000C03E0000003F0000203F0000403F0000603F0000803F0000903F0000A03F0000B03F0000C03F0000D03F0000E03F0000F03F0000004000000840000010400000184000002040000028400000304000003840000040400000484000005040000058400000604000006840000070400000784000008040"
    }
  }
#-}
