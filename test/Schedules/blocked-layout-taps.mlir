// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels="schedule=elementwise" | FileCheck %s --check-prefix=ELEMENTS

// kernel.dot_taps reads the weights of four channels as one word; loops over elements need no alignment.

// CHECK: memref.global "private" constant @weights : memref<2x3x8x1xi8> = dense<3> {alignment = 4 : i64}
// CHECK: tir.prim_func private @depthwise({{.*}}schedule = #kernel.blocked<pixels = 2>
// ELEMENTS: memref.global "private" constant @weights : memref<2x3x8x1xi8> = dense<3>{{$}}
// ELEMENTS: tir.prim_func private @depthwise({{.*}}schedule = #kernel.elementwise
memref.global "private" constant @weights : memref<2x3x8x1xi8> = dense<3>
tir.prim_func private @depthwise(
    %x: memref<1x6x8x8xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2x3x8x1xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x5x6x8x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x6x8x8xi8> to tensor<1x6x8x8xi8>
  %weights = bufferization.to_tensor %w restrict : memref<2x3x8x1xi8> to tensor<2x3x8x1xi8>
  %zero_point = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x5x6x8x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x6x8x1xi32>) -> tensor<1x5x6x8x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm_q
      ins(%in, %weights, %zero_point, %zero : tensor<1x6x8x8xi8>, tensor<2x3x8x1xi8>, i32, i32)
      outs(%init : tensor<1x5x6x8x1xi32>) -> tensor<1x5x6x8x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x5x6x8x1xi32>, memref<1x5x6x8x1xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x6x8x8xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x5x6x8x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x6x8x8xi8> to tensor<1x6x8x8xi8>
  %get = memref.get_global @weights : memref<2x3x8x1xi8>
  %w = bufferization.to_tensor %get restrict : memref<2x3x8x1xi8> to tensor<2x3x8x1xi8>
  %empty = tensor.empty() : tensor<1x5x6x8x1xi32>
  %a = tir.call_tir @depthwise(%in, %w) outs(%empty)
      : (tensor<1x6x8x8xi8>, tensor<2x3x8x1xi8>, tensor<1x5x6x8x1xi32>) -> tensor<1x5x6x8x1xi32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x5x6x8x1xi32>, memref<1x5x6x8x1xi32>) -> ()
  tir.return
}
