// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s

// Biases that are all equal are a constant of the kernel, as zeros are where a convolution has none. The layout adds
// what the zero point -1 takes away: 7 and the sums of the weights, 10, -2 and 42.
// CHECK: tir.prim_func private @pointwise
// CHECK-SAME: schedule = #kernel.blocked
// CHECK: %[[BIASES:.*]] = arith.constant dense<[17, 5, 49]> : tensor<3xi32>
// CHECK: linalg.generic {{.*}}ins(%[[BIASES]] : tensor<3xi32>)
memref.global "private" constant @weights : memref<3x1x1x4xi8> = dense<[[[[1, 2, 3, 4]]], [[[5, -6, 7, -8]]], [[[9, 10, 11, 12]]]]> {alignment = 16 : i64}

#by_channel = affine_map<(d0, d1, d2, d3) -> (d3)>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

tir.prim_func private @pointwise(
    %x: memref<1x1x5x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<3x1x1x4xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x5x3xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x5x4xi8> to tensor<1x1x5x4xi8>
  %weights = bufferization.to_tensor %w restrict : memref<3x1x1x4xi8> to tensor<3x1x1x4xi8>
  %bias = arith.constant dense<7> : tensor<3xi32>
  %zero_point = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x5x3xi32>
  %init = linalg.generic {indexing_maps = [#by_channel, #all],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<3xi32>) outs(%empty : tensor<1x1x5x3xi32>) {
  ^bb0(%element: i32, %old: i32):
    linalg.yield %element : i32
  } -> tensor<1x1x5x3xi32>
  %out = linalg.conv_2d_nhwc_fhwc_q
      ins(%in, %weights, %zero_point, %zero : tensor<1x1x5x4xi8>, tensor<3x1x1x4xi8>, i32, i32)
      outs(%init : tensor<1x1x5x3xi32>) -> tensor<1x1x5x3xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x5x3xi32>, memref<1x1x5x3xi32>) -> ()
  tir.return
}

tir.prim_func @main(%x: memref<1x1x5x4xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x5x3xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x5x4xi8> to tensor<1x1x5x4xi8>
  %first = memref.get_global @weights : memref<3x1x1x4xi8>
  %w = bufferization.to_tensor %first restrict : memref<3x1x1x4xi8> to tensor<3x1x1x4xi8>
  %empty = bufferization.to_tensor %y restrict writable : memref<1x1x5x3xi32> to tensor<1x1x5x3xi32>
  %0 = tir.call_tir @pointwise(%in, %w) outs(%empty) {tir.call = #tir.call<layer = <place = "conv2d#0">>} : (tensor<1x1x5x4xi8>, tensor<3x1x1x4xi8>, tensor<1x1x5x3xi32>) -> tensor<1x1x5x3xi32>
  bufferization.materialize_in_destination %0 in restrict writable %y : (tensor<1x1x5x3xi32>, memref<1x1x5x3xi32>) -> ()
  tir.return
}
