// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv8m.main-none-eabi target-cpu=cortex-m33" | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7r-none-eabi target-cpu=cortex-r5" | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=armv7r-none-eabi target-cpu=cortex-r5" | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7m-none-eabi target-cpu=cortex-m3" | FileCheck %s --check-prefix=SCALAR
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 target-features=-dsp" | FileCheck %s --check-prefix=SCALAR
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 schedule=elementwise" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-schedule-kernels | FileCheck %s --check-prefix=NONE

// One call decides for both: with -1 beside the -128, a pair does not fit 16 bits, and a variable is not constant.
// RUN: sed 's/0, 127, -128, -1\]/-1, 127, -128, -1]/' %s | tir-opt --tir-schedule-kernels="target-triple=thumbv7em-none-eabi" | FileCheck %s --check-prefix=BYTES
// RUN: sed 's/constant @second_weights/@second_weights/' %s | tir-opt --tir-schedule-kernels="target-triple=thumbv7em-none-eabi" | FileCheck %s --check-prefix=PACKED
// RUN: sed 's/constant @first_bias/@first_bias/' %s | tir-opt --tir-schedule-kernels="target-triple=thumbv7em-none-eabi" | FileCheck %s --check-prefix=PACKED

// Each run packs weights that are not known, two rows together and the third by
// itself, and adds to the biases what the zero point takes away.
// PACKED: tir.prim_func private @pointwise_pack_weights(
// PACKED-SAME: memref<12xi8>{{.*}}memref<3xi32>{{.*}}memref<4xi32>{{.*}}memref<3xi32>
// PACKED: kernel.call_step "dsp_pack_pairs"({{.*}}) sizes [4, 4]
// PACKED: memref.load %arg0
// PACKED: tir.prim_func private @pointwise(
// PACKED-SAME: schedule = #kernel.blocked
// PACKED: kernel.unpack_pairs %arg1 segment 4 bytes : memref<4xi32> to tensor<3x1x1x4xi8>
// PACKED: %[[FIRST:.*]]:2 = tir.call_tir @pointwise_pack_weights(
// PACKED: tir.call_tir @pointwise(%{{.*}}, %[[FIRST]]#0, %[[FIRST]]#1)
// PACKED: %[[SECOND:.*]]:2 = tir.call_tir @pointwise_pack_weights(
// PACKED: tir.call_tir @pointwise(%{{.*}}, %[[SECOND]]#0, %[[SECOND]]#1)

// NONE-DAG: @first_weights : memref<3x1x1x4xi8>
// NONE-DAG: @second_bias : memref<3xi32>
// SCALAR-NOT: #kernel.blocked
// SCALAR-NOT: kernel.argument = #kernel.argument<scratch = true>
// NONE-NOT: #kernel.blocked
// NONE-NOT: kernel.argument = #kernel.argument<scratch = true>
// NONE: schedule = #kernel.elementwise
// NONE-NOT: #kernel.blocked
// NONE-NOT: kernel.argument = #kernel.argument<scratch = true>

// Two channels and zeros beside the third. With weights 1, 2, 3, 4 beside 5, -6, 7, -8, the halves are 261, 506, 775
// and 1016, in the order (0, 2), (1, 3): 261 + 65536 * 775 = 50790661 and 506 + 65536 * 1016 = 66585082.
// CHECK-DAG: @first_packed_weights : memref<4xi32> = dense<[50790661, 66585082, 184551680, 201329152]> {alignment = 16 : i64}
// The zero point is -1: biases 100, 200 and -300 plus the sums of the weights, 10, -2 and 42.
// CHECK-DAG: @first_folded_bias : memref<3xi32> = dense<[110, 198, -258]> {alignment = 16 : i64}
// Weights -128, 127, 0, -1 beside 0, 127, -128, -1: halves -32768, 32639, -128, -257. That is 0xff808000 and 0xfeff7f7f.
// CHECK-DAG: @second_packed_weights : memref<4xi32> = dense<[-8355840, -16810113, 32768, 16809984]>
// CHECK-DAG: @second_folded_bias : memref<3xi32> = dense<[-2, -2, -255]>
// No kernel reads the old constants any longer.
// CHECK-NOT: memref.global {{.*}}@first_weights
// CHECK-NOT: memref.global {{.*}}@first_bias
// CHECK-NOT: memref.global {{.*}}@second_weights
memref.global "private" constant @first_weights : memref<3x1x1x4xi8> = dense<[[[[1, 2, 3, 4]]], [[[5, -6, 7, -8]]], [[[9, 10, 11, 12]]]]> {alignment = 16 : i64}
memref.global "private" constant @first_bias : memref<3xi32> = dense<[100, 200, -300]>
memref.global "private" constant @second_weights : memref<3x1x1x4xi8> = dense<[[[[-128, 127, 0, -1]]], [[[0, 127, -128, -1]]], [[[-128, -128, 0, 1]]]]>
memref.global "private" constant @second_bias : memref<3xi32> = dense<0>

#by_channel = affine_map<(d0, d1, d2, d3) -> (d3)>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// Each weight is a byte: 0x0105, 0x02fa, 0x0307 and 0x04f8, and 0x80ff, 0x7f7f, 0x0080 and 0xffff.
// BYTES-DAG: @first_packed_weights : memref<4xi32> = dense<[50790661, 83362554, 184551680, 201329152]>
// BYTES-DAG: @first_folded_bias : memref<3xi32> = dense<[110, 198, -258]>
// BYTES-DAG: @second_packed_weights : memref<4xi32> = dense<[8421631, -32897, 32768, 16809984]>
// BYTES: tir.prim_func private @pointwise
// BYTES: kernel.unpack_pairs %{{.*}} segment 4 bytes : memref<4xi32> to tensor<3x1x1x4xi8>

// Two words a pixel for the three pixels of a block.
// CHECK-LABEL: tir.prim_func private @pointwise
// CHECK-SAME: (%{{[^:]*}}: memref<1x1x5x4xi8> {tir.effect = #tir.effect<read>},
// CHECK-SAME: %[[WORDS:.*]]: memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "packed_weights"},
// CHECK-SAME: %[[BIAS:.*]]: memref<3xi32> {tir.effect = #tir.effect<read>, tir.name = "folded_bias"},
// CHECK-SAME: %{{[^:]*}}: memref<6xi32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "scratch"},
// CHECK-SAME: %{{[^:]*}}: memref<1x1x5x3xi32> {tir.effect = #tir.effect<write>})
// CHECK-SAME: schedule = #kernel.blocked<pixels = 3>
// CHECK-DAG: %[[WEIGHTS:.*]] = kernel.unpack_pairs %[[WORDS]] segment 4 : memref<4xi32> to tensor<3x1x1x4xi8>
// CHECK-DAG: %[[BIASES:.*]] = bufferization.to_tensor %[[BIAS]]
// CHECK-DAG: %[[WEIGHTS_ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: linalg.generic {{.*}}ins(%[[BIASES]] : tensor<3xi32>)
// CHECK: linalg.conv_2d_nhwc_fhwc_q {{.*}}ins(%{{.*}}, %[[WEIGHTS]], %[[ZERO]], %[[WEIGHTS_ZERO]] :
tir.prim_func private @pointwise(
    %x: memref<1x1x5x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<3x1x1x4xi8> {tir.effect = #tir.effect<read>},
    %b: memref<3xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x5x3xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x5x4xi8> to tensor<1x1x5x4xi8>
  %weights = bufferization.to_tensor %w restrict : memref<3x1x1x4xi8> to tensor<3x1x1x4xi8>
  %bias = bufferization.to_tensor %b restrict : memref<3xi32> to tensor<3xi32>
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

// Both calls of the kernel get constants of their own, and memory for the words.
// CHECK-LABEL: tir.prim_func @main
// CHECK-DAG: %[[WORDS1:.*]] = memref.get_global @first_packed_weights
// CHECK-DAG: %[[W1:.*]] = bufferization.to_tensor %[[WORDS1]]
// CHECK-DAG: %[[BIAS1:.*]] = memref.get_global @first_folded_bias
// CHECK-DAG: %[[B1:.*]] = bufferization.to_tensor %[[BIAS1]]
// CHECK: %[[SCRATCH:.*]] = tensor.empty() : tensor<6xi32>
// CHECK: %[[CALL:.*]]:2 = tir.call_tir @pointwise(%{{.*}}, %[[W1]], %[[B1]]) outs(%[[SCRATCH]], %{{.*}}) {tir.call = #tir.call<layer = <place = "conv2d#0">>}
// CHECK: bufferization.materialize_in_destination %[[CALL]]#1
// CHECK: memref.get_global @second_packed_weights
// CHECK: memref.get_global @second_folded_bias
// CHECK: tir.call_tir @pointwise
tir.prim_func @main(%x: memref<1x1x5x4xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x5x3xi32> {tir.effect = #tir.effect<write>},
                    %z: memref<1x1x5x3xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x5x4xi8> to tensor<1x1x5x4xi8>
  %first = memref.get_global @first_weights : memref<3x1x1x4xi8>
  %w1 = bufferization.to_tensor %first restrict : memref<3x1x1x4xi8> to tensor<3x1x1x4xi8>
  %bias1 = memref.get_global @first_bias : memref<3xi32>
  %b1 = bufferization.to_tensor %bias1 restrict : memref<3xi32> to tensor<3xi32>
  %empty = tensor.empty() : tensor<1x1x5x3xi32>
  %a = tir.call_tir @pointwise(%in, %w1, %b1) outs(%empty) {tir.call = #tir.call<layer = <place = "conv2d#0">>}
      : (tensor<1x1x5x4xi8>, tensor<3x1x1x4xi8>, tensor<3xi32>, tensor<1x1x5x3xi32>) -> tensor<1x1x5x3xi32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x1x5x3xi32>, memref<1x1x5x3xi32>) -> ()
  %second = memref.get_global @second_weights : memref<3x1x1x4xi8>
  %w2 = bufferization.to_tensor %second restrict : memref<3x1x1x4xi8> to tensor<3x1x1x4xi8>
  %bias2 = memref.get_global @second_bias : memref<3xi32>
  %b2 = bufferization.to_tensor %bias2 restrict : memref<3xi32> to tensor<3xi32>
  %b = tir.call_tir @pointwise(%in, %w2, %b2) outs(%empty) {tir.call = #tir.call<layer = <place = "conv2d#1">>}
      : (tensor<1x1x5x4xi8>, tensor<3x1x1x4xi8>, tensor<3xi32>, tensor<1x1x5x3xi32>) -> tensor<1x1x5x3xi32>
  bufferization.materialize_in_destination %b in restrict writable %z : (tensor<1x1x5x3xi32>, memref<1x1x5x3xi32>) -> ()
  tir.return
}
