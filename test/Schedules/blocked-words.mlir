// RUN: tir-opt %s --tir-lower-kernels --canonicalize | FileCheck %s

// The elements of a pixel are stored as halves of words, at their number in the row. What was saturated is not narrowed.
// CHECK-LABEL: tir.prim_func private @depthwise
// CHECK: kernel.load_taps
// CHECK: %[[SUMS:.*]]:3 = kernel.dot_columns
// CHECK: %[[ELEMENT:.*]] = kernel.requantize %[[SUMS]]#0
// CHECK: kernel.store_half %[[ELEMENT]], %arg4[%{{.*}}] : memref<12xi32>
// CHECK-COUNT-2: kernel.store_half
// CHECK-NOT: memref.store {{.*}}%arg4
!row = memref<1x1x3x8xi8>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d3)>
tir.prim_func private @depthwise(
    %x: memref<1x3x5x8xi8> {tir.effect = #tir.effect<read>},
    %w: memref<24xi32> {tir.effect = #tir.effect<read>},
    %m: memref<8xi32> {tir.effect = #tir.effect<read>},
    %s: memref<40xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<12xi32> {tir.effect = #tir.effect<write>}) attributes {schedule = #kernel.blocked<pixels = 3>} {
  %zero = arith.constant 0 : i32
  %offset = arith.constant 5 : i64
  %in = bufferization.to_tensor %x restrict : memref<1x3x5x8xi8> to tensor<1x3x5x8xi8>
  %scale = bufferization.to_tensor %m restrict : memref<8xi32> to tensor<8xi32>
  %weights = kernel.unpack_taps %w : memref<24xi32> to tensor<3x3x8x1xi8>
  %e = tensor.empty() : tensor<1x1x3x8x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<1x1x3x8x1xi32>) -> tensor<1x1x3x8x1xi32>
  %all = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x3x5x8xi8>, tensor<3x3x8x1xi8>)
      outs(%init : tensor<1x1x3x8x1xi32>) -> tensor<1x1x3x8x1xi32>
  %sums = tensor.collapse_shape %all [[0], [1], [2], [3, 4]] : tensor<1x1x3x8x1xi32> into tensor<1x1x3x8xi32>
  %f = tensor.empty() : tensor<1x1x3x8xi8>
  %out = linalg.generic {indexing_maps = [#all, #channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums, %scale : tensor<1x1x3x8xi32>, tensor<8xi32>) outs(%f : tensor<1x1x3x8xi8>) {
  ^bb0(%a: i32, %b: i32, %o: i8):
    %q = kernel.requantize %a, %b, %offset shift 4 bits 8 : i64
    %c = arith.trunci %q : i32 to i8
    linalg.yield %c : i8
  } -> tensor<1x1x3x8xi8>
  %wide = kernel.widen_words %out : tensor<1x1x3x8xi8> to tensor<12xi32>
  bufferization.materialize_in_destination %wide in restrict writable %y : (tensor<12xi32>, memref<12xi32>) -> ()
  tir.return
}

// Other elements are extended. Blocks multiply the words of the input: four for each pixel, two pixels and one that is left.
// CHECK-LABEL: tir.prim_func private @pointwise
// CHECK-NOT: kernel.widen_bytes
// CHECK: %[[PIXELS:.*]] = tir.rebase %arg0[%c0] : memref<12xi32> to memref<8xi32>
// CHECK: kernel.dot_pairs %[[PIXELS]], %arg1[%{{.*}}] size 4 pixels 2 pairs 2 : memref<8xi32>, memref<8xi32>
// CHECK: %[[BYTE:.*]] = arith.trunci %{{.*}} : i32 to i8
// CHECK: %[[WIDE:.*]] = arith.extsi %[[BYTE]] : i8 to i32
// CHECK: kernel.store_half %[[WIDE]], %arg2[%{{.*}}] : memref<6xi32>
// CHECK: %[[LAST:.*]] = tir.rebase %arg0[%c8] : memref<12xi32> to memref<4xi32>
// CHECK: kernel.dot_pairs %[[LAST]], %arg1[%{{.*}}] size 4 pixels 1 pairs 2 : memref<4xi32>, memref<8xi32>
tir.prim_func private @pointwise(
    %x: memref<12xi32> {tir.effect = #tir.effect<read>},
    %w: memref<8xi32> {tir.effect = #tir.effect<read>},
    %y: memref<6xi32> {tir.effect = #tir.effect<write>}) attributes {schedule = #kernel.blocked<pixels = 2>} {
  %zero = arith.constant 0 : i32
  %in = kernel.narrow_words %x : memref<12xi32> to tensor<1x1x3x8xi8>
  %weights = kernel.unpack_pairs %w segment 8 in_order : memref<8xi32> to tensor<4x1x1x8xi8>
  %e = tensor.empty() : tensor<1x1x3x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<1x1x3x4xi32>) -> tensor<1x1x3x4xi32>
  %sums = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x3x8xi8>, tensor<4x1x1x8xi8>)
      outs(%init : tensor<1x1x3x4xi32>) -> tensor<1x1x3x4xi32>
  %f = tensor.empty() : tensor<1x1x3x4xi8>
  %out = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums : tensor<1x1x3x4xi32>) outs(%f : tensor<1x1x3x4xi8>) {
  ^bb0(%a: i32, %b: i8):
    %c = arith.trunci %a : i32 to i8
    linalg.yield %c : i8
  } -> tensor<1x1x3x4xi8>
  %wide = kernel.widen_words %out : tensor<1x1x3x4xi8> to tensor<6xi32>
  bufferization.materialize_in_destination %wide in restrict writable %y : (tensor<6xi32>, memref<6xi32>) -> ()
  tir.return
}
