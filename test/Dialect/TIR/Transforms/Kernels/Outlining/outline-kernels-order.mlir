// RUN: tir-opt %s --split-input-file --tir-outline-kernels | FileCheck %s

// Schedules compute what follows a sum of products element by element. If the result is reduced or moved afterwards, it is
// stored where it is narrow.

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>

// CHECK-LABEL: tir.prim_func private @conv_2d_nhwc_fhwc(
// CHECK:         linalg.conv_2d_nhwc_fhwc
// CHECK:         arith.trunci
// CHECK:         tir.return
// CHECK-LABEL: tir.prim_func private @generic(
// CHECK-NOT:     linalg.conv_2d_nhwc_fhwc
// CHECK:         arith.addi
// CHECK:         tir.return
func.func @averaged(%x: tensor<1x2x2x2xi8>) -> tensor<2xi32> {
  %zero = arith.constant 0 : i32
  %weights = arith.constant dense<[[[[1, 2]]], [[[3, 4]]]]> : tensor<2x1x1x2xi8>
  %sums = tensor.empty() : tensor<1x2x2x2xi32>
  %empty = tensor.empty() : tensor<1x2x2x2xi8>
  %init = linalg.fill ins(%zero : i32) outs(%sums : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %a = linalg.conv_2d_nhwc_fhwc ins(%x, %weights : tensor<1x2x2x2xi8>, tensor<2x1x1x2xi8>)
      outs(%init : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %narrow = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x2x2x2xi32>) outs(%empty : tensor<1x2x2x2xi8>) {
  ^bb0(%sum: i32, %out: i8):
    %least = arith.constant -128 : i32
    %bounded = arith.maxsi %sum, %least : i32
    %low = arith.trunci %bounded : i32 to i8
    linalg.yield %low : i8
  } -> tensor<1x2x2x2xi8>
  %total = tensor.empty() : tensor<2xi32>
  %none = linalg.fill ins(%zero : i32) outs(%total : tensor<2xi32>) -> tensor<2xi32>
  %mean = linalg.generic {indexing_maps = [#all, #channel], iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
      ins(%narrow : tensor<1x2x2x2xi8>) outs(%none : tensor<2xi32>) {
  ^bb0(%in: i8, %out: i32):
    %wide = arith.extsi %in : i8 to i32
    %sum = arith.addi %out, %wide : i32
    linalg.yield %sum : i32
  } -> tensor<2xi32>
  return %mean : tensor<2xi32>
}

// -----

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>

// CHECK-LABEL: tir.prim_func private @conv_2d_nhwc_fhwc(
// CHECK:         arith.trunci
// CHECK:         tir.return
// CHECK-LABEL: tir.prim_func private @concat(
// CHECK-NOT:     linalg.conv_2d_nhwc_fhwc
// CHECK:         tir.return
func.func @concatenated(%x: tensor<1x2x2x2xi8>) -> tensor<1x2x2x4xi8> {
  %zero = arith.constant 0 : i32
  %weights = arith.constant dense<[[[[1, 2]]], [[[3, 4]]]]> : tensor<2x1x1x2xi8>
  %sums = tensor.empty() : tensor<1x2x2x2xi32>
  %empty = tensor.empty() : tensor<1x2x2x2xi8>
  %init = linalg.fill ins(%zero : i32) outs(%sums : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %a = linalg.conv_2d_nhwc_fhwc ins(%x, %weights : tensor<1x2x2x2xi8>, tensor<2x1x1x2xi8>)
      outs(%init : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %narrow = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x2x2x2xi32>) outs(%empty : tensor<1x2x2x2xi8>) {
  ^bb0(%sum: i32, %out: i8):
    %least = arith.constant -128 : i32
    %bounded = arith.maxsi %sum, %least : i32
    %low = arith.trunci %bounded : i32 to i8
    linalg.yield %low : i8
  } -> tensor<1x2x2x2xi8>
  %both = tensor.concat dim(3) %narrow, %x : (tensor<1x2x2x2xi8>, tensor<1x2x2x2xi8>) -> tensor<1x2x2x4xi8>
  return %both : tensor<1x2x2x4xi8>
}

// -----

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>

// CHECK-LABEL: tir.prim_func private @conv_2d_nhwc_fhwc(
// CHECK:         arith.trunci
// CHECK:         tir.return
// CHECK-LABEL: tir.prim_func private @transpose(
// CHECK-NOT:     linalg.conv_2d_nhwc_fhwc
// CHECK:         tir.return
func.func @transposed(%x: tensor<1x2x2x2xi8>) -> tensor<1x2x2x2xi8> {
  %zero = arith.constant 0 : i32
  %weights = arith.constant dense<[[[[1, 2]]], [[[3, 4]]]]> : tensor<2x1x1x2xi8>
  %sums = tensor.empty() : tensor<1x2x2x2xi32>
  %empty = tensor.empty() : tensor<1x2x2x2xi8>
  %init = linalg.fill ins(%zero : i32) outs(%sums : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %a = linalg.conv_2d_nhwc_fhwc ins(%x, %weights : tensor<1x2x2x2xi8>, tensor<2x1x1x2xi8>)
      outs(%init : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %narrow = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x2x2x2xi32>) outs(%empty : tensor<1x2x2x2xi8>) {
  ^bb0(%sum: i32, %out: i8):
    %least = arith.constant -128 : i32
    %bounded = arith.maxsi %sum, %least : i32
    %low = arith.trunci %bounded : i32 to i8
    linalg.yield %low : i8
  } -> tensor<1x2x2x2xi8>
  %turned = linalg.transpose ins(%narrow : tensor<1x2x2x2xi8>) outs(%empty : tensor<1x2x2x2xi8>) permutation = [0, 3, 1, 2]
  return %turned : tensor<1x2x2x2xi8>
}

// -----

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
#row = affine_map<(n, c) -> (n, c)>

// A reshape that only drops dimensions of extent 1 moves nothing.
// CHECK-LABEL: tir.prim_func private @conv_2d_nhwc_fhwc(
// CHECK:         arith.trunci
// CHECK:         tensor.collapse_shape
// CHECK:         arith.extsi
// CHECK:         tir.return
// CHECK-NOT:   tir.prim_func private
func.func @reshaped(%x: tensor<1x1x1x2xi8>) -> tensor<1x2xi32> {
  %zero = arith.constant 0 : i32
  %weights = arith.constant dense<[[[[1, 2]]], [[[3, 4]]]]> : tensor<2x1x1x2xi8>
  %sums = tensor.empty() : tensor<1x1x1x2xi32>
  %empty = tensor.empty() : tensor<1x1x1x2xi8>
  %init = linalg.fill ins(%zero : i32) outs(%sums : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  %a = linalg.conv_2d_nhwc_fhwc ins(%x, %weights : tensor<1x1x1x2xi8>, tensor<2x1x1x2xi8>)
      outs(%init : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  %narrow = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x1x1x2xi32>) outs(%empty : tensor<1x1x1x2xi8>) {
  ^bb0(%sum: i32, %out: i8):
    %least = arith.constant -128 : i32
    %bounded = arith.maxsi %sum, %least : i32
    %low = arith.trunci %bounded : i32 to i8
    linalg.yield %low : i8
  } -> tensor<1x1x1x2xi8>
  %row = tensor.collapse_shape %narrow [[0, 1, 2], [3]] : tensor<1x1x1x2xi8> into tensor<1x2xi8>
  %wide = tensor.empty() : tensor<1x2xi32>
  %result = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%row : tensor<1x2xi8>) outs(%wide : tensor<1x2xi32>) {
  ^bb0(%in: i8, %out: i32):
    %number = arith.extsi %in : i8 to i32
    linalg.yield %number : i32
  } -> tensor<1x2xi32>
  return %result : tensor<1x2xi32>
}
