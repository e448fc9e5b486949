// RUN: tir-opt %s --tir-outline-kernels | FileCheck %s

// A kernel has one sum of products whose result gets narrower: the other convolution of a residual block is a kernel of
// its own, which stores the narrow result.

// CHECK-LABEL: tir.prim_func private @conv_2d_nhwc_fhwc(
// CHECK-SAME:    memref<1x2x2x2xi8> {tir.effect = #tir.effect<write>, tir.name = "output"}
// CHECK:         linalg.conv_2d_nhwc_fhwc
// CHECK-NOT:     linalg.conv_2d_nhwc_fhwc
// CHECK:         arith.trunci
// CHECK:         tir.return
// CHECK-LABEL: tir.prim_func private @conv_2d_nhwc_fhwc_1(
// CHECK:         linalg.conv_2d_nhwc_fhwc
// CHECK-NOT:     linalg.conv_2d_nhwc_fhwc
// CHECK:         arith.addi
// CHECK:         tir.return

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
func.func @main(%x: tensor<1x2x2x2xi8>, %y: tensor<1x2x2x2xi8>) -> tensor<1x2x2x2xi8> {
  %zero = arith.constant 0 : i32
  %weights = arith.constant dense<[[[[1, 2]]], [[[3, 4]]]]> : tensor<2x1x1x2xi8>
  %sums = tensor.empty() : tensor<1x2x2x2xi32>
  %empty = tensor.empty() : tensor<1x2x2x2xi8>
  %init = linalg.fill ins(%zero : i32) outs(%sums : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %a = linalg.conv_2d_nhwc_fhwc ins(%x, %weights : tensor<1x2x2x2xi8>, tensor<2x1x1x2xi8>)
      outs(%init : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %narrow_a = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x2x2x2xi32>) outs(%empty : tensor<1x2x2x2xi8>) {
  ^bb0(%sum: i32, %out: i8):
    %least = arith.constant -128 : i32
    %bounded = arith.maxsi %sum, %least : i32
    %low = arith.trunci %bounded : i32 to i8
    linalg.yield %low : i8
  } -> tensor<1x2x2x2xi8>
  %b = linalg.conv_2d_nhwc_fhwc ins(%y, %weights : tensor<1x2x2x2xi8>, tensor<2x1x1x2xi8>)
      outs(%init : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %narrow_b = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<1x2x2x2xi32>) outs(%empty : tensor<1x2x2x2xi8>) {
  ^bb0(%sum: i32, %out: i8):
    %least = arith.constant -128 : i32
    %bounded = arith.maxsi %sum, %least : i32
    %low = arith.trunci %bounded : i32 to i8
    linalg.yield %low : i8
  } -> tensor<1x2x2x2xi8>
  %both = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%narrow_a, %narrow_b : tensor<1x2x2x2xi8>, tensor<1x2x2x2xi8>) outs(%empty : tensor<1x2x2x2xi8>) {
  ^bb0(%one: i8, %other: i8, %out: i8):
    %sum = arith.addi %one, %other : i8
    linalg.yield %sum : i8
  } -> tensor<1x2x2x2xi8>
  return %both : tensor<1x2x2x2xi8>
}
