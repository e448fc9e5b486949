// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s

// A kernel that makes one row of a depthwise convolution has blocks of up to twelve pixels: the whole row, or an even number.

// Five pixels are one block.
// CHECK: tir.prim_func private @depthwise({{.*}}schedule = #kernel.blocked<pixels = 5>
memref.global "private" constant @weights : memref<3x3x8x1xi8> = dense<3>
tir.prim_func private @depthwise(
    %x: memref<1x3x7x8xi8> {tir.effect = #tir.effect<read>},
    %w: memref<3x3x8x1xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x5x8x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x7x8xi8> to tensor<1x3x7x8xi8>
  %weights = bufferization.to_tensor %w restrict : memref<3x3x8x1xi8> to tensor<3x3x8x1xi8>
  %zero_point = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x5x8x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x5x8x1xi32>) -> tensor<1x1x5x8x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm_q
      ins(%in, %weights, %zero_point, %zero : tensor<1x3x7x8xi8>, tensor<3x3x8x1xi8>, i32, i32)
      outs(%init : tensor<1x1x5x8x1xi32>) -> tensor<1x1x5x8x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x5x8x1xi32>, memref<1x1x5x8x1xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x3x7x8xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x5x8x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x7x8xi8> to tensor<1x3x7x8xi8>
  %get = memref.get_global @weights : memref<3x3x8x1xi8>
  %w = bufferization.to_tensor %get restrict : memref<3x3x8x1xi8> to tensor<3x3x8x1xi8>
  %empty = tensor.empty() : tensor<1x1x5x8x1xi32>
  %a = tir.call_tir @depthwise(%in, %w) outs(%empty)
      : (tensor<1x3x7x8xi8>, tensor<3x3x8x1xi8>, tensor<1x1x5x8x1xi32>) -> tensor<1x1x5x8x1xi32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x1x5x8x1xi32>, memref<1x1x5x8x1xi32>) -> ()
  tir.return
}

// -----

// Six are one block, too.
// CHECK: tir.prim_func private @depthwise({{.*}}schedule = #kernel.blocked<pixels = 6>
memref.global "private" constant @weights : memref<3x3x8x1xi8> = dense<3>
tir.prim_func private @depthwise(
    %x: memref<1x3x8x8xi8> {tir.effect = #tir.effect<read>},
    %w: memref<3x3x8x1xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x6x8x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x8x8xi8> to tensor<1x3x8x8xi8>
  %weights = bufferization.to_tensor %w restrict : memref<3x3x8x1xi8> to tensor<3x3x8x1xi8>
  %zero_point = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x6x8x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x6x8x1xi32>) -> tensor<1x1x6x8x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm_q
      ins(%in, %weights, %zero_point, %zero : tensor<1x3x8x8xi8>, tensor<3x3x8x1xi8>, i32, i32)
      outs(%init : tensor<1x1x6x8x1xi32>) -> tensor<1x1x6x8x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x6x8x1xi32>, memref<1x1x6x8x1xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x3x8x8xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x6x8x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x8x8xi8> to tensor<1x3x8x8xi8>
  %get = memref.get_global @weights : memref<3x3x8x1xi8>
  %w = bufferization.to_tensor %get restrict : memref<3x3x8x1xi8> to tensor<3x3x8x1xi8>
  %empty = tensor.empty() : tensor<1x1x6x8x1xi32>
  %a = tir.call_tir @depthwise(%in, %w) outs(%empty)
      : (tensor<1x3x8x8xi8>, tensor<3x3x8x1xi8>, tensor<1x1x6x8x1xi32>) -> tensor<1x1x6x8x1xi32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x1x6x8x1xi32>, memref<1x1x6x8x1xi32>) -> ()
  tir.return
}
