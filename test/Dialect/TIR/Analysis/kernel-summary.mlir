// RUN: tir-opt %s --tir-lower-kernels --split-input-file | FileCheck %s

// What is equal in both dimensions of a window is one number. Weights are not an input.
// CHECK-LABEL: tir.prim_func @convolution(
// CHECK-SAME: summary = "convolution: 1x8x8x1 int32 to 1x8x8x2 int32, window 3x3, stride 1, padding 1 1 1 1"
tir.prim_func @convolution(%x: memref<1x8x8x1xi32>, %w: memref<2x3x3x1xi32>, %y: memref<1x8x8x2xi32>) {
  %zero = arith.constant 0 : i32
  %xt = bufferization.to_tensor %x restrict : memref<1x8x8x1xi32> to tensor<1x8x8x1xi32>
  %wt = bufferization.to_tensor %w restrict : memref<2x3x3x1xi32> to tensor<2x3x3x1xi32>
  %padded = tensor.pad %xt low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %i: index, %c: index):
    tensor.yield %zero : i32
  } : tensor<1x8x8x1xi32> to tensor<1x10x10x1xi32>
  %empty = tensor.empty() : tensor<1x8x8x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x8x8x2xi32>) -> tensor<1x8x8x2xi32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x10x10x1xi32>, tensor<2x3x3x1xi32>) outs(%init : tensor<1x8x8x2xi32>) -> tensor<1x8x8x2xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x8x8x2xi32>, memref<1x8x8x2xi32>) -> ()
  tir.return
}

// -----

// The dimensions differ: top, bottom, left, right. A dilation of 1 goes without saying.
// CHECK-LABEL: tir.prim_func @depthwise(
// CHECK-SAME: summary = "depthwise convolution: 1x9x9x6 int32 to 1x5x9x6x1 int32, window 3x3, stride 2x1, dilation 2x1, padding 1 3 0 2"
tir.prim_func @depthwise(%x: memref<1x9x9x6xi32>, %w: memref<3x3x6x1xi32>, %y: memref<1x5x9x6x1xi32>) {
  %zero = arith.constant 0 : i32
  %xt = bufferization.to_tensor %x restrict : memref<1x9x9x6xi32> to tensor<1x9x9x6xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3x3x6x1xi32> to tensor<3x3x6x1xi32>
  %padded = tensor.pad %xt low[0, 1, 0, 0] high[0, 3, 2, 0] {
  ^bb0(%n: index, %h: index, %i: index, %c: index):
    tensor.yield %zero : i32
  } : tensor<1x9x9x6xi32> to tensor<1x13x11x6xi32>
  %empty = tensor.empty() : tensor<1x5x9x6x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x9x6x1xi32>) -> tensor<1x5x9x6x1xi32>
  %conv = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x13x11x6xi32>, tensor<3x3x6x1xi32>) outs(%init : tensor<1x5x9x6x1xi32>) -> tensor<1x5x9x6x1xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x5x9x6x1xi32>, memref<1x5x9x6x1xi32>) -> ()
  tir.return
}

// -----

// No window, several inputs and outputs, a number without a shape.
// CHECK-LABEL: tir.prim_func @two(
// CHECK-SAME: summary = "elementwise: 4 float32 and float32 to 4 float32 and 4 float32"
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
tir.prim_func @two(%x: memref<4xf32>, %s: memref<f32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %xt = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %st = bufferization.to_tensor %s restrict : memref<f32> to tensor<f32>
  %empty = tensor.empty() : tensor<4xf32>
  %out:2 = linalg.generic {indexing_maps = [#id, #none, #id, #id], iterator_types = ["parallel"]}
      ins(%xt, %st : tensor<4xf32>, tensor<f32>) outs(%empty, %empty : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %sum = arith.addf %a, %b : f32
    %difference = arith.subf %a, %b : f32
    linalg.yield %sum, %difference : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  bufferization.materialize_in_destination %out#0 in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %out#1 in restrict writable %z : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// A kernel that came as loops has no summary, and neither has the main function.
// CHECK-LABEL: tir.prim_func @loops(
// CHECK-NOT: summary =
tir.prim_func @loops(%x: memref<4xf32>) {
  tir.return
}
