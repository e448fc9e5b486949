// RUN: tir-opt %s --tir-infer-distances | FileCheck %s
// RUN: tir-opt %s --tir-infer-distances --tir-lower-kernels --affine-expand-index-ops --lower-affine \
// RUN:   --canonicalize --tir-verify-distances=report -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS

// The distance of an input follows from what the elements that come later still read. The loops say the same.

!image = tensor<1x8x8x4xi8>
!buffer = memref<1x8x8x4xi8>

// A window of 3 x 3 reads one row and one pixel before its own, a fourth channel of which is stored before the others
// are computed.
// CHECK: @window({{.*}}distances = [0, 39]
// LOOPS: remark: argument #0 may begin 39 bytes after argument #2, the loops require 39
tir.prim_func private @window(%x: !buffer {tir.effect = #tir.effect<read>},
                              %w: memref<4x3x3x4xi8> {tir.effect = #tir.effect<read>},
                              %y: !buffer {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !buffer to !image
  %weights = bufferization.to_tensor %w restrict : memref<4x3x3x4xi8> to tensor<4x3x3x4xi8>
  %zero = arith.constant 0 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %col: index, %c: index):
    tensor.yield %zero : i8
  } : !image to tensor<1x10x10x4xi8>
  %none = arith.constant dense<0> : tensor<1x8x8x4xi32>
  %sum = linalg.conv_2d_nhwc_fhwc ins(%padded, %weights : tensor<1x10x10x4xi8>, tensor<4x3x3x4xi8>)
      outs(%none : tensor<1x8x8x4xi32>) -> tensor<1x8x8x4xi32>
  %empty = tensor.empty() : !image
  %out = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>],
                         iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x8x8x4xi32>) outs(%empty : !image) {
  ^bb0(%a: i32, %b: i8):
    %r = arith.trunci %a : i32 to i8
    linalg.yield %r : i8
  } -> !image
  bufferization.materialize_in_destination %out in restrict writable %y : (!image, !buffer) -> ()
  tir.return
}

// A pool reads two rows of the input for one of the output, which therefore stays behind. Each channel is read for itself.
// CHECK: @maximum({{.*}}distances = [0, 0]
// LOOPS: remark: argument #0 may begin 0 bytes after argument #1, the loops require 0
tir.prim_func private @maximum(%x: !buffer {tir.effect = #tir.effect<read>},
                               %y: memref<1x4x4x4xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !buffer to !image
  %window = tensor.empty() : tensor<2x2xi8>
  %least = arith.constant dense<-128> : tensor<1x4x4x4xi8>
  %out = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%in, %window : !image, tensor<2x2xi8>)
      outs(%least : tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi8>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x4x4x4xi8>, memref<1x4x4x4xi8>) -> ()
  tir.return
}

// The second half of a tensor, in another shape. An element may even be read after the place where it is stored.
// CHECK: @second_half({{.*}}distances = [0, -128]
// LOOPS: remark: argument #0 may begin -128 bytes after argument #1, the loops require -128
tir.prim_func private @second_half(%x: !buffer {tir.effect = #tir.effect<read>},
                                   %y: memref<128xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !buffer to !image
  %half = tensor.extract_slice %in[0, 4, 0, 0] [1, 4, 8, 4] [1, 1, 1, 1] : !image to tensor<1x4x8x4xi8>
  %flat = tensor.collapse_shape %half [[0, 1, 2, 3]] : tensor<1x4x8x4xi8> into tensor<128xi8>
  %empty = tensor.empty() : tensor<128xi8>
  %out = linalg.add ins(%flat, %flat : tensor<128xi8>, tensor<128xi8>) outs(%empty : tensor<128xi8>) -> tensor<128xi8>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<128xi8>, memref<128xi8>) -> ()
  tir.return
}

// A row of the first factor is read for a row of the output, which is four times as long. Only the first elements of the
// second factor are not read for the last elements of the output.
// CHECK: @product({{.*}}distances = [0, 204, 1, 237]
// LOOPS: remark: argument #0 may begin 204 bytes after argument #2, the loops require 204
// LOOPS: remark: argument #1 may begin 237 bytes after argument #2, the loops require 237
tir.prim_func private @product(%x: memref<4x16xi8> {tir.effect = #tir.effect<read>},
                               %w: memref<16x16xi8> {tir.effect = #tir.effect<read>},
                               %y: memref<4x16xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4x16xi8> to tensor<4x16xi8>
  %weights = bufferization.to_tensor %w restrict : memref<16x16xi8> to tensor<16x16xi8>
  %none = arith.constant dense<0> : tensor<4x16xi32>
  %out = linalg.matmul ins(%in, %weights : tensor<4x16xi8>, tensor<16x16xi8>) outs(%none : tensor<4x16xi32>)
      -> tensor<4x16xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4x16xi32>, memref<4x16xi32>) -> ()
  tir.return
}

// The loops read a scalar again for each element, so that it cannot lie under the output.
// CHECK: @scalar({{.*}}distances = [1, 0]
// LOOPS: remark: argument #1 may begin 0 bytes after argument #2, the loops require 0
tir.prim_func private @scalar(%x: memref<i32> {tir.effect = #tir.effect<read>},
                              %z: !buffer {tir.effect = #tir.effect<read>},
                              %y: !buffer {tir.effect = #tir.effect<write>}) {
  %number = bufferization.to_tensor %x restrict : memref<i32> to tensor<i32>
  %in = bufferization.to_tensor %z restrict : !buffer to !image
  %wide = tensor.extract %number[] : tensor<i32>
  %added = arith.trunci %wide : i32 to i8
  %empty = tensor.empty() : !image
  %out = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
                         iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%in : !image) outs(%empty : !image) {
  ^bb0(%value: i8, %none: i8):
    %sum = arith.addi %value, %added : i8
    linalg.yield %sum : i8
  } -> !image
  bufferization.materialize_in_destination %out in restrict writable %y : (!image, !buffer) -> ()
  tir.return
}
