// RUN: tir-opt %s --tir-schedule-kernels | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=x86_64-linux-gnu" | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=aarch64-linux-gnu" | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv6m-none-eabi target-cpu=cortex-m0plus" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7m-none-eabi target-cpu=cortex-m3" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=riscv32-unknown-elf" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-schedule-kernels="schedule=elementwise" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" | FileCheck %s --check-prefix=MVE

// Each kernel gets the schedule with the fewest instructions of two. Blocks have up to four pixels.
// MVE: @conv({{.*}}schedule = #kernel.portable<pixels = 4, integers = true>
// MVE: @depthwise({{.*}}schedule = #kernel.blocked

// Two neighbouring positions of the window with the weight -128: the sum of their products does not fit 16 bits.
// RUN: sed 's/dense<3>/dense<-128>/' %s | tir-opt --tir-schedule-kernels | FileCheck %s --check-prefix=LARGE
// LARGE: @conv({{.*}}schedule = #kernel.portable
// LARGE: @depthwise({{.*}}schedule = #kernel.elementwise

// NONE-NOT: #kernel.portable

// A row of 24 weights gets zeros up to a whole number of vectors. The zero point is -1: biases 100 and 200 plus the sums
// of the weights, 25 and -72.
// CHECK-DAG: @conv_weights_in_rows : memref<2x32xi8> = dense<{{\[}}[1, {{.*}} 1, 2, 0, 0, 0, 0, 0, 0, 0, 0], [-3, {{.*}} -3, 0, 0, 0, 0, 0, 0, 0, 0]]> {alignment = 16 : i64}
// CHECK-DAG: @conv_folded_bias : memref<2xi32> = dense<[125, 128]> {alignment = 16 : i64}
// Nine positions with the weight 3 and the zero point -7.
// CHECK-DAG: @depthwise_weights_in_rows : memref<9x4xi8> = dense<3>
// CHECK-DAG: @depthwise_folded_bias : memref<4xi32> = dense<189>
// CHECK-NOT: @conv_weights :
memref.global "private" constant @conv_weights : memref<2x1x1x24xi8> = dense<[[[[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]]], [[[-3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3]]]]> {alignment = 16 : i64}
memref.global "private" constant @conv_bias : memref<2xi32> = dense<[100, 200]>
memref.global "private" constant @depthwise_weights : memref<3x3x4x1xi8> = dense<3> {alignment = 16 : i64}

#by_channel = affine_map<(d0, d1, d2, d3) -> (d3)>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// CHECK-LABEL: tir.prim_func private @conv
// CHECK-SAME: %[[ROWS:[^:]*]]: memref<2x32xi8> {tir.effect = #tir.effect<read>, tir.name = "weights_in_rows"},
// CHECK-SAME: %[[BIAS:[^:]*]]: memref<2xi32> {tir.effect = #tir.effect<read>, tir.name = "folded_bias"},
// CHECK-SAME: memref<16xi32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "sums"},
// CHECK-SAME: memref<256xi16> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "pixels"},
// CHECK-SAME: memref<1x3x3x2xi32>
// CHECK-SAME: schedule = #kernel.portable<pixels = 8>
// CHECK-DAG: %[[BIASES:.*]] = bufferization.to_tensor %[[BIAS]]
// CHECK-DAG: %[[PADDED:.*]] = bufferization.to_tensor %[[ROWS]]
// CHECK: %[[USED:.*]] = tensor.extract_slice %[[PADDED]][0, 0] [2, 24] [1, 1]
// CHECK: %[[WEIGHTS:.*]] = tensor.expand_shape %[[USED]]
// CHECK: linalg.generic {{.*}}ins(%[[BIASES]] : tensor<2xi32>)
// CHECK: linalg.conv_2d_nhwc_fhwc_q ins(%{{.*}}, %[[WEIGHTS]], %c0_i32{{.*}}, %c0_i32{{.*}} :
tir.prim_func private @conv(
    %x: memref<1x3x3x24xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2x1x1x24xi8> {tir.effect = #tir.effect<read>},
    %b: memref<2xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x3x3x2xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x24xi8> to tensor<1x3x3x24xi8>
  %weights = bufferization.to_tensor %w restrict : memref<2x1x1x24xi8> to tensor<2x1x1x24xi8>
  %bias = bufferization.to_tensor %b restrict : memref<2xi32> to tensor<2xi32>
  %zero_point = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x2xi32>
  %init = linalg.generic {indexing_maps = [#by_channel, #all],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<2xi32>) outs(%empty : tensor<1x3x3x2xi32>) {
  ^bb0(%element: i32, %old: i32):
    linalg.yield %element : i32
  } -> tensor<1x3x3x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc_q
      ins(%in, %weights, %zero_point, %zero : tensor<1x3x3x24xi8>, tensor<2x1x1x24xi8>, i32, i32)
      outs(%init : tensor<1x3x3x2xi32>) -> tensor<1x3x3x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x3x2xi32>, memref<1x3x3x2xi32>) -> ()
  tir.return
}

// A depthwise convolution needs the padding in memory, but no pixels.
// CHECK-LABEL: tir.prim_func private @depthwise
// CHECK-SAME: memref<4xi32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "sums"},
// CHECK-SAME: memref<4xi8> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "padding"},
// CHECK-SAME: memref<1x4x4x4x1xi32>
// CHECK-SAME: schedule = #kernel.portable<pixels = 1>
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.depthwise_conv_2d_nhwc_hwcm_q {{.*}}, %c0_i32{{.*}}, %c0_i32
tir.prim_func private @depthwise(
    %x: memref<1x4x4x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<3x3x4x1xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x4x4x4x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x4xi8> to tensor<1x4x4x4xi8>
  %weights = bufferization.to_tensor %w restrict : memref<3x3x4x1xi8> to tensor<3x3x4x1xi8>
  %padding = arith.constant -7 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x4x4x4xi8> to tensor<1x6x6x4xi8>
  %zero_point = arith.constant -7 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x4x4x4x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x4x4x4x1xi32>) -> tensor<1x4x4x4x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm_q
      ins(%padded, %weights, %zero_point, %zero : tensor<1x6x6x4xi8>, tensor<3x3x4x1xi8>, i32, i32)
      outs(%init : tensor<1x4x4x4x1xi32>) -> tensor<1x4x4x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x4x4x4x1xi32>, memref<1x4x4x4x1xi32>) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func @main
// CHECK: %[[GET:.*]] = memref.get_global @conv_weights_in_rows
// CHECK: %[[ROWS:.*]] = bufferization.to_tensor %[[GET]]
// CHECK: %[[SUMS:.*]] = tensor.empty() : tensor<16xi32>
// CHECK: %[[PIXELS:.*]] = tensor.empty() : tensor<256xi16>
// CHECK: %[[CALL:.*]]:3 = tir.call_tir @conv(%{{.*}}, %[[ROWS]], %{{.*}}) outs(%[[SUMS]], %[[PIXELS]], %{{.*}})
// CHECK: bufferization.materialize_in_destination %[[CALL]]#2
// CHECK: tir.call_tir @depthwise
tir.prim_func @main(%x: memref<1x3x3x24xi8> {tir.effect = #tir.effect<read>},
                    %x1: memref<1x4x4x4xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x3x3x2xi32> {tir.effect = #tir.effect<write>},
                    %z: memref<1x4x4x4x1xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x24xi8> to tensor<1x3x3x24xi8>
  %conv_weights = memref.get_global @conv_weights : memref<2x1x1x24xi8>
  %w = bufferization.to_tensor %conv_weights restrict : memref<2x1x1x24xi8> to tensor<2x1x1x24xi8>
  %conv_bias = memref.get_global @conv_bias : memref<2xi32>
  %b = bufferization.to_tensor %conv_bias restrict : memref<2xi32> to tensor<2xi32>
  %empty = tensor.empty() : tensor<1x3x3x2xi32>
  %a = tir.call_tir @conv(%in, %w, %b) outs(%empty)
      : (tensor<1x3x3x24xi8>, tensor<2x1x1x24xi8>, tensor<2xi32>, tensor<1x3x3x2xi32>) -> tensor<1x3x3x2xi32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x3x3x2xi32>, memref<1x3x3x2xi32>) -> ()
  %in1 = bufferization.to_tensor %x1 restrict : memref<1x4x4x4xi8> to tensor<1x4x4x4xi8>
  %window = memref.get_global @depthwise_weights : memref<3x3x4x1xi8>
  %w1 = bufferization.to_tensor %window restrict : memref<3x3x4x1xi8> to tensor<3x3x4x1xi8>
  %empty1 = tensor.empty() : tensor<1x4x4x4x1xi32>
  %c = tir.call_tir @depthwise(%in1, %w1) outs(%empty1)
      : (tensor<1x4x4x4xi8>, tensor<3x3x4x1xi8>, tensor<1x4x4x4x1xi32>) -> tensor<1x4x4x4x1xi32>
  bufferization.materialize_in_destination %c in restrict writable %z : (tensor<1x4x4x4x1xi32>, memref<1x4x4x4x1xi32>) -> ()
  tir.return
}
