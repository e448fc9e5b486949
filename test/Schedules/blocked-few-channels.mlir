// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=LAYOUT
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --tir-bufferize --tir-lower-kernels --canonicalize | FileCheck %s --check-prefix=LOOPS

// The kernel has no loop over its two channels, so that its code has their biases. A compiler that finds the elements of
// an array in this way drops the array, which the report would still count.
// One pixel is read as it is, without scratch memory.
// LAYOUT-NOT: folded_bias
// LAYOUT: tir.prim_func private @pointwise
// LAYOUT-NOT: kernel.argument = #kernel.argument<scratch = true>
// LAYOUT: arith.constant dense<[164, 264]> : tensor<2xi32>

// LOOPS-LABEL: tir.prim_func private @pointwise
// LOOPS-DAG: %[[FIRST:.*]] = arith.constant 164 : i32
// LOOPS-DAG: %[[SECOND:.*]] = arith.constant 264 : i32
// LOOPS: %[[SUMS:.*]]:2 = kernel.dot_pixel
// LOOPS: arith.addi %[[SUMS]]#0, %[[FIRST]]
// LOOPS: arith.addi %[[SUMS]]#1, %[[SECOND]]

memref.global "private" constant @weights : memref<2x1x1x64xi8> = dense<1>
memref.global "private" constant @bias : memref<2xi32> = dense<[100, 200]>

#by_channel = affine_map<(d0, d1, d2, d3) -> (d3)>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

tir.prim_func private @pointwise(
    %x: memref<1x1x1x64xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2x1x1x64xi8> {tir.effect = #tir.effect<read>},
    %b: memref<2xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x64xi8> to tensor<1x1x1x64xi8>
  %weights = bufferization.to_tensor %w restrict : memref<2x1x1x64xi8> to tensor<2x1x1x64xi8>
  %bias = bufferization.to_tensor %b restrict : memref<2xi32> to tensor<2xi32>
  %zero_point = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %init = linalg.generic {indexing_maps = [#by_channel, #all],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<2xi32>) outs(%empty : tensor<1x1x1x2xi32>) {
  ^bb0(%element: i32, %old: i32):
    linalg.yield %element : i32
  } -> tensor<1x1x1x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc_q
      ins(%in, %weights, %zero_point, %zero : tensor<1x1x1x64xi8>, tensor<2x1x1x64xi8>, i32, i32)
      outs(%init : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}

tir.prim_func @main(%x: memref<1x1x1x64xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x64xi8> to tensor<1x1x1x64xi8>
  %w = memref.get_global @weights : memref<2x1x1x64xi8>
  %weights = bufferization.to_tensor %w restrict : memref<2x1x1x64xi8> to tensor<2x1x1x64xi8>
  %b = memref.get_global @bias : memref<2xi32>
  %bias = bufferization.to_tensor %b restrict : memref<2xi32> to tensor<2xi32>
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %out = tir.call_tir @pointwise(%in, %weights, %bias) outs(%empty)
      : (tensor<1x1x1x64xi8>, tensor<2x1x1x64xi8>, tensor<2xi32>, tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}
