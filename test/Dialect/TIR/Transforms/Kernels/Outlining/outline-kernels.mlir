// RUN: tir-opt %s --tir-outline-kernels --split-input-file | FileCheck %s

// A rescale-like consumer is fused into the reduction's kernel, together with its padding and fill; the constants
// become arguments named after their use.

// CHECK-DAG: memref.global "private" constant @conv_2d_nhwc_fhwc_bias : memref<2xi32> = dense<[5, -6]>{{$}}
// CHECK-DAG: memref.global "private" constant @conv_2d_nhwc_fhwc_weights : memref<2x3x3x1xi32>
// CHECK-LABEL: tir.prim_func private @conv_2d_nhwc_fhwc(
// CHECK-SAME:    %{{.*}}: memref<1x4x4x1xi32> {tir.effect = #tir.effect<read>, tir.name = "input"}
// CHECK-SAME:    %{{.*}}: memref<2xi32> {kernel.argument = #kernel.argument<range = [-6, 5]>, tir.effect = #tir.effect<read>, tir.name = "bias"}
// CHECK-SAME:    %{{.*}}: memref<2x3x3x1xi32> {kernel.argument = #kernel.argument<range = [-1, 2]>, tir.effect = #tir.effect<read>, tir.name = "weights"}
// CHECK-SAME:    %[[OUT:.*]]: memref<1x4x4x2xi32> {tir.effect = #tir.effect<write>, tir.name = "output"}
// CHECK-SAME:    attributes {{{.*}}macs = 288, place = "conv_2d_nhwc_fhwc"
// CHECK:         tensor.pad
// CHECK:         linalg.conv_2d_nhwc_fhwc
// CHECK:         %[[RESULT:.*]] = linalg.generic
// CHECK:         arith.maxsi
// CHECK:         bufferization.materialize_in_destination %[[RESULT]] in restrict writable %[[OUT]]

// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME:    %[[X:.*]]: memref<1x4x4x1xi32> {tir.effect = #tir.effect<read>},
// CHECK-SAME:    %[[Y:.*]]: memref<1x4x4x2xi32> {tir.effect = #tir.effect<write>}
// CHECK:         %[[IN:.*]] = bufferization.to_tensor %[[X]] restrict
// CHECK:         %[[DEST:.*]] = bufferization.to_tensor %[[Y]] restrict writable
// CHECK:         tir.call_tir @conv_2d_nhwc_fhwc(%[[IN]], {{.*}}) outs(%[[DEST]])

#per_channel = affine_map<(n, h, w, c) -> (c)>
#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
func.func @main(%x: tensor<1x4x4x1xi32>) -> tensor<1x4x4x2xi32> {
  %zero = arith.constant 0 : i32
  %weights = arith.constant dense<[[[[1],[2],[-1]],[[1],[2],[1]],[[1],[2],[1]]],[[[1],[2],[1]],[[1],[2],[1]],[[1],[2],[1]]]]> : tensor<2x3x3x1xi32>
  %bias = arith.constant dense<[5, -6]> : tensor<2xi32>
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %zero : i32
  } : tensor<1x4x4x1xi32> to tensor<1x6x6x1xi32>
  %empty = tensor.empty() : tensor<1x4x4x2xi32>
  %init = linalg.generic {indexing_maps = [#per_channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<2xi32>) outs(%empty : tensor<1x4x4x2xi32>) {
  ^bb0(%b: i32, %out: i32):
    linalg.yield %b : i32
  } -> tensor<1x4x4x2xi32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%padded, %weights : tensor<1x6x6x1xi32>, tensor<2x3x3x1xi32>) outs(%init : tensor<1x4x4x2xi32>) -> tensor<1x4x4x2xi32>
  %relu = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv : tensor<1x4x4x2xi32>) outs(%empty : tensor<1x4x4x2xi32>) {
  ^bb0(%v: i32, %out: i32):
    %max = arith.maxsi %v, %zero : i32
    linalg.yield %max : i32
  } -> tensor<1x4x4x2xi32>
  return %relu : tensor<1x4x4x2xi32>
}

// -----

// A value that a reduction reads more than once is computed once, in a separate kernel; a cheap cast is computed in
// both of its users.

// CHECK-COUNT-2: tir.prim_func private
// CHECK-NOT:     tir.prim_func private
// CHECK:         tir.prim_func @reads_again

#id = affine_map<(i, j) -> (i, j)>
func.func @reads_again(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x4xf32>
  %exp = linalg.exp ins(%x : tensor<4x4xf32>) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %product = linalg.matmul ins(%exp, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%fill : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %product : tensor<4x4xf32>
}

// -----

// A reshape of an output costs nothing: the kernel writes the output through a view with the kernel's own shape.

// CHECK-LABEL: tir.prim_func @reshaped(
// CHECK-SAME:    memref<2x3xf32> {tir.effect = #tir.effect<read>}, %[[Y:.*]]: memref<6xf32>
// CHECK:         %[[DEST:.*]] = bufferization.to_tensor %[[Y]] restrict writable
// CHECK:         %[[VIEW:.*]] = tensor.expand_shape %[[DEST]]
// CHECK:         %[[RESULT:.*]] = tir.call_tir @exp({{.*}}) outs(%[[VIEW]])
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[RESULT]]
// CHECK:         materialize_in_destination %[[FLAT]] in restrict writable %[[Y]]

func.func @reshaped(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %empty = tensor.empty() : tensor<2x3xf32>
  %exp = linalg.exp ins(%x : tensor<2x3xf32>) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %flat = tensor.collapse_shape %exp [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %flat : tensor<6xf32>
}

// -----

// One value as two outputs, an input as an output, a constant as an output:
// only the first is written by the kernel, the others are copied.

// CHECK-LABEL: tir.prim_func @copies(
// CHECK:         %[[RESULT:.*]] = tir.call_tir @exp
// CHECK:         materialize_in_destination %[[RESULT]]
// CHECK:         materialize_in_destination %[[RESULT]]
// CHECK:         materialize_in_destination
// CHECK:         %[[CONSTANT:.*]] = memref.get_global @constant
// CHECK:         materialize_in_destination

func.func @copies(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %empty = tensor.empty() : tensor<2xf32>
  %exp = linalg.exp ins(%x : tensor<2xf32>) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %constant = arith.constant dense<1.0> : tensor<2xf32>
  return %exp, %exp, %x, %constant : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// An iteration leaves values that it does not change in place: in the output, without a copy. New values are written
// there.

// CHECK-LABEL: tir.prim_func @unchanged(
// CHECK:         scf.for {{.*}} iter_args(%[[SAME:.*]] = %{{.*}}, %[[SUM:.*]] = %{{.*}})
// CHECK-NEXT:      %[[EMPTY:.*]] = tensor.empty()
// CHECK-NEXT:      %[[NEXT:.*]] = tir.call_tir {{.*}} outs(%[[EMPTY]])
// CHECK-NEXT:      %[[THERE:.*]] = bufferization.materialize_in_destination %[[NEXT]] in %[[SUM]]
// CHECK-NEXT:      scf.yield %[[SAME]], %[[THERE]]

func.func @unchanged(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %empty = tensor.empty() : tensor<2xf32>
  %loop:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%same = %x, %sum = %y) -> (tensor<2xf32>, tensor<2xf32>) {
    %next = linalg.add ins(%same, %sum : tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %same, %next : tensor<2xf32>, tensor<2xf32>
  }
  return %loop#0, %loop#1 : tensor<2xf32>, tensor<2xf32>
}
