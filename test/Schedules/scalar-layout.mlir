// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels="target-triple=thumbv7m-none-eabi target-cpu=cortex-m3" | FileCheck %s
// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels="target-triple=riscv32-unknown-elf" | FileCheck %s
// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels="target-triple=thumbv6m-none-eabi target-cpu=cortex-m0plus" | FileCheck %s --check-prefix=EXCESS
// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels="schedule=elementwise target-triple=thumbv7m-none-eabi" | FileCheck %s --check-prefix=NONE

// NONE-NOT: #kernel.scalar

// The weights of four channels lie together: channels 0 to 3, and channel 4 with zeros.
// The zero point is -1: biases 100 to 500 plus the sums of the weights.
// CHECK-DAG: @conv_packed_weights : memref<384xi8> = dense<[7, 2, 3, 4, 1, 2, 3, 4, {{.*}} 4, 5, 0, 0, 0, 5, {{.*}} 5, 0, 0, 0]>
// CHECK-DAG: @conv_folded_bias : memref<5xi32> = dense<[154, 296, 444, 592, 740]>
// EXCESS-DAG: @conv_packed_weights : memref<384xi8> = dense<[-121, -126, -125, -124, -127, -126, -125, -124, {{.*}} -124, -123, -128, -128, -128, {{.*}} -128]>
// EXCESS-DAG: @conv_folded_bias : memref<5xi32> = dense<[154, 296, 444, 592, 740]>
// The positions of a channel lie together: eight with the weight 1 + 2 * channel, and one with another one.
// CHECK-DAG: @depthwise_packed_weights : memref<18xi8> = dense<[1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4]>
// CHECK-DAG: @depthwise_folded_bias : memref<2xi32> = dense<[70, 196]>
// CHECK-NOT: @conv_weights :
memref.global "private" constant @conv_weights : memref<5x1x1x48xi8> = dense<[[[[7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]]], [[[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]]], [[[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]]], [[[4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]]], [[[5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]]]]>
memref.global "private" constant @conv_bias : memref<5xi32> = dense<[100, 200, 300, 400, 500]>
memref.global "private" constant @depthwise_weights : memref<3x3x2x1xi8> = dense<[[[[1], [3]], [[1], [3]], [[1], [3]]], [[[1], [3]], [[1], [3]], [[1], [3]]], [[[1], [3]], [[1], [3]], [[2], [4]]]]>

#by_channel = affine_map<(d0, d1, d2, d3) -> (d3)>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// CHECK-LABEL: tir.prim_func private @conv
// CHECK-SAME: %[[W:[^:]*]]: memref<384xi8> {tir.effect = #tir.effect<read>, tir.name = "packed_weights"},
// CHECK-SAME: %[[BIAS:[^:]*]]: memref<5xi32> {tir.effect = #tir.effect<read>, tir.name = "folded_bias"},
// CHECK-NOT: kernel.argument = #kernel.argument<scratch = true>
// CHECK-SAME: schedule = #kernel.scalar<pixels = 2>
// CHECK: kernel.unpack_channels %[[W]] group 4 : memref<384xi8> to tensor<5x1x1x48xi8>
// CHECK: linalg.conv_2d_nhwc_fhwc_q ins(%{{.*}}, %{{.*}}, %c0_i32{{.*}}, %c0_i32{{.*}} :
// EXCESS-LABEL: tir.prim_func private @conv
// EXCESS-SAME: schedule = #kernel.scalar<pixels = 1, excess = true>
// EXCESS: kernel.unpack_channels %{{.*}} group 4 excess : memref<384xi8> to tensor<5x1x1x48xi8>
tir.prim_func private @conv(
    %x: memref<1x3x3x48xi8> {tir.effect = #tir.effect<read>},
    %w: memref<5x1x1x48xi8> {tir.effect = #tir.effect<read>},
    %b: memref<5xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x3x3x5xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x48xi8> to tensor<1x3x3x48xi8>
  %weights = bufferization.to_tensor %w restrict : memref<5x1x1x48xi8> to tensor<5x1x1x48xi8>
  %bias = bufferization.to_tensor %b restrict : memref<5xi32> to tensor<5xi32>
  %zero_point = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x5xi32>
  %init = linalg.generic {indexing_maps = [#by_channel, #all],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<5xi32>) outs(%empty : tensor<1x3x3x5xi32>) {
  ^bb0(%element: i32, %old: i32):
    linalg.yield %element : i32
  } -> tensor<1x3x3x5xi32>
  %out = linalg.conv_2d_nhwc_fhwc_q
      ins(%in, %weights, %zero_point, %zero : tensor<1x3x3x48xi8>, tensor<5x1x1x48xi8>, i32, i32)
      outs(%init : tensor<1x3x3x5xi32>) -> tensor<1x3x3x5xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x3x5xi32>, memref<1x3x3x5xi32>) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func private @depthwise
// CHECK-NOT: kernel.argument = #kernel.argument<scratch = true>
// CHECK-SAME: schedule = #kernel.scalar<pixels = 4>
// CHECK: kernel.unpack_channels %{{.*}} group 1 depthwise : memref<18xi8> to tensor<3x3x2x1xi8>
// The weights of a depthwise convolution do not have an excess.
// EXCESS-LABEL: tir.prim_func private @depthwise
// EXCESS-SAME: schedule = #kernel.scalar<pixels = 2, excess = true>
// EXCESS: kernel.unpack_channels %{{.*}} group 1 depthwise : memref<18xi8> to tensor<3x3x2x1xi8>
tir.prim_func private @depthwise(
    %x: memref<1x3x6x2xi8> {tir.effect = #tir.effect<read>},
    %w: memref<3x3x2x1xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x4x2x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x6x2xi8> to tensor<1x3x6x2xi8>
  %weights = bufferization.to_tensor %w restrict : memref<3x3x2x1xi8> to tensor<3x3x2x1xi8>
  %zero_point = arith.constant -7 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x4x2x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x4x2x1xi32>) -> tensor<1x1x4x2x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm_q
      ins(%in, %weights, %zero_point, %zero : tensor<1x3x6x2xi8>, tensor<3x3x2x1xi8>, i32, i32)
      outs(%init : tensor<1x1x4x2x1xi32>) -> tensor<1x1x4x2x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x4x2x1xi32>, memref<1x1x4x2x1xi32>) -> ()
  tir.return
}

tir.prim_func @main(%x: memref<1x3x3x48xi8> {tir.effect = #tir.effect<read>},
                    %x1: memref<1x3x6x2xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x3x3x5xi32> {tir.effect = #tir.effect<write>},
                    %z: memref<1x1x4x2x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x48xi8> to tensor<1x3x3x48xi8>
  %conv_weights = memref.get_global @conv_weights : memref<5x1x1x48xi8>
  %w = bufferization.to_tensor %conv_weights restrict : memref<5x1x1x48xi8> to tensor<5x1x1x48xi8>
  %conv_bias = memref.get_global @conv_bias : memref<5xi32>
  %b = bufferization.to_tensor %conv_bias restrict : memref<5xi32> to tensor<5xi32>
  %empty = tensor.empty() : tensor<1x3x3x5xi32>
  %a = tir.call_tir @conv(%in, %w, %b) outs(%empty)
      : (tensor<1x3x3x48xi8>, tensor<5x1x1x48xi8>, tensor<5xi32>, tensor<1x3x3x5xi32>) -> tensor<1x3x3x5xi32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x3x3x5xi32>, memref<1x3x3x5xi32>) -> ()
  %in1 = bufferization.to_tensor %x1 restrict : memref<1x3x6x2xi8> to tensor<1x3x6x2xi8>
  %window = memref.get_global @depthwise_weights : memref<3x3x2x1xi8>
  %w1 = bufferization.to_tensor %window restrict : memref<3x3x2x1xi8> to tensor<3x3x2x1xi8>
  %empty1 = tensor.empty() : tensor<1x1x4x2x1xi32>
  %c = tir.call_tir @depthwise(%in1, %w1) outs(%empty1)
      : (tensor<1x3x6x2xi8>, tensor<3x3x2x1xi8>, tensor<1x1x4x2x1xi32>) -> tensor<1x1x4x2x1xi32>
  bufferization.materialize_in_destination %c in restrict writable %z : (tensor<1x1x4x2x1xi32>, memref<1x1x4x2x1xi32>) -> ()
  tir.return
}
