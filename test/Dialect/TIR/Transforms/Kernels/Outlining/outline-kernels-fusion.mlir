// RUN: tir-opt %s --tir-outline-kernels --split-input-file | FileCheck %s

#row = affine_map<(i, j) -> (i, j)>

// A cast is as cheap to compute again as to read: each of its users computes it.
// CHECK-COUNT-2: arith.extsi
// CHECK-LABEL: tir.prim_func @cast(
// CHECK-COUNT-2: tir.call_tir
func.func @cast(%x: tensor<4x2xi8>) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
  %empty = tensor.empty() : tensor<4x2xi32>
  %cast = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x2xi8>) outs(%empty : tensor<4x2xi32>) {
  ^bb0(%a: i8, %out: i32):
    %wide = arith.extsi %a : i8 to i32
    linalg.yield %wide : i32
  } -> tensor<4x2xi32>
  %sum = linalg.add ins(%cast, %cast : tensor<4x2xi32>, tensor<4x2xi32>) outs(%empty : tensor<4x2xi32>) -> tensor<4x2xi32>
  %product = linalg.mul ins(%cast, %cast : tensor<4x2xi32>, tensor<4x2xi32>) outs(%empty : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %sum, %product : tensor<4x2xi32>, tensor<4x2xi32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>

// A cast that makes computed elements narrower stays with their computation:
// the narrow elements are stored.
// CHECK-LABEL: tir.prim_func @narrow(
// CHECK:         tir.call_tir {{.*}} -> tensor<4x2xi8>
// CHECK:         tir.call_tir {{.*}} -> tensor<4x3xi32>
// CHECK-NOT:     tir.call_tir
// CHECK:         tir.return
func.func @narrow(%x: tensor<4x2xi32>, %y: tensor<2x3xi8>) -> tensor<4x3xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<4x2xi32>
  %square = linalg.mul ins(%x, %x : tensor<4x2xi32>, tensor<4x2xi32>) outs(%empty : tensor<4x2xi32>) -> tensor<4x2xi32>
  %bytes = tensor.empty() : tensor<4x2xi8>
  %cast = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%square : tensor<4x2xi32>) outs(%bytes : tensor<4x2xi8>) {
  ^bb0(%a: i32, %out: i8):
    %low = arith.trunci %a : i32 to i8
    linalg.yield %low : i8
  } -> tensor<4x2xi8>
  %sums = tensor.empty() : tensor<4x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%sums : tensor<4x3xi32>) -> tensor<4x3xi32>
  %product = linalg.matmul ins(%cast, %y : tensor<4x2xi8>, tensor<2x3xi8>) outs(%init : tensor<4x3xi32>) -> tensor<4x3xi32>
  return %product : tensor<4x3xi32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>

// Arithmetic is not, nor is a cast with other operations.
// CHECK-LABEL: tir.prim_func @arithmetic(
// CHECK-COUNT-3: tir.call_tir
func.func @arithmetic(%x: tensor<4x2xi8>) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
  %one = arith.constant 1 : i8
  %empty = tensor.empty() : tensor<4x2xi32>
  %cast = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x2xi8>) outs(%empty : tensor<4x2xi32>) {
  ^bb0(%a: i8, %out: i32):
    %more = arith.addi %a, %one : i8
    %wide = arith.extsi %more : i8 to i32
    linalg.yield %wide : i32
  } -> tensor<4x2xi32>
  %square = linalg.mul ins(%cast, %cast : tensor<4x2xi32>, tensor<4x2xi32>) outs(%empty : tensor<4x2xi32>) -> tensor<4x2xi32>
  %difference = linalg.sub ins(%cast, %cast : tensor<4x2xi32>, tensor<4x2xi32>) outs(%empty : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %square, %difference : tensor<4x2xi32>, tensor<4x2xi32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>
#first = affine_map<(i, j) -> (i, 0)>

// A column is read once if there is one, and once for each if there are several.
// CHECK-LABEL: tir.prim_func @column(
// CHECK:         tir.call_tir
// CHECK-NOT:     tir.call_tir
// CHECK:         tir.return
func.func @column(%x: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %empty = tensor.empty() : tensor<4x1xf32>
  %exp = linalg.exp ins(%x : tensor<4x1xf32>) outs(%empty : tensor<4x1xf32>) -> tensor<4x1xf32>
  %z = linalg.generic {indexing_maps = [#first, #row], iterator_types = ["parallel", "parallel"]}
      ins(%exp : tensor<4x1xf32>) outs(%empty : tensor<4x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %sum = arith.addf %a, %a : f32
    linalg.yield %sum : f32
  } -> tensor<4x1xf32>
  return %z : tensor<4x1xf32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>
#first = affine_map<(i, j) -> (i, 0)>

// CHECK-LABEL: tir.prim_func @columns(
// CHECK-COUNT-2: tir.call_tir
func.func @columns(%x: tensor<4x1xf32>) -> tensor<4x3xf32> {
  %one = tensor.empty() : tensor<4x1xf32>
  %exp = linalg.exp ins(%x : tensor<4x1xf32>) outs(%one : tensor<4x1xf32>) -> tensor<4x1xf32>
  %empty = tensor.empty() : tensor<4x3xf32>
  %z = linalg.generic {indexing_maps = [#first, #row], iterator_types = ["parallel", "parallel"]}
      ins(%exp : tensor<4x1xf32>) outs(%empty : tensor<4x3xf32>) {
  ^bb0(%a: f32, %out: f32):
    %sum = arith.addf %a, %a : f32
    linalg.yield %sum : f32
  } -> tensor<4x3xf32>
  return %z : tensor<4x3xf32>
}
