// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --tir-bufferize --tir-lower-kernels | FileCheck %s --check-prefix=LOOPS

// int16 elements are copied as words of two neighbours. The weights have bytes, in the same order.
// CHECK: memref.global "private" constant @packed_weights : memref<16xi32> = dense<[16579330, -326399, -33225728, -50068481, 67108357, 50265348, 33422339, 16579330, -83754499, 83951868, 67174395, 67108357, -33225728, -50068481, -66911490, -83754499]>
// CHECK-LABEL: tir.prim_func private @pointwise(
// CHECK-SAME: %{{.*}}: memref<12xi32> {kernel.argument = #kernel.argument<scratch = true>
// CHECK-SAME: schedule = #kernel.blocked<pixels = 3>
// CHECK: kernel.unpack_pairs %{{.*}} segment 8 bytes in_order : memref<16xi32> to tensor<8x1x1x8xi8>
// LOOPS-LABEL: tir.prim_func private @pointwise(
// LOOPS: kernel.call_step "dsp_copy_halves"(%{{.*}}, %[[WORDS:.*]]) at(%{{.*}}, %{{.*}}) numbers(%{{.*}}, %{{.*}}, %{{.*}}) sizes [24]
// LOOPS: kernel.dot_pairs %[[WORDS]], %{{.*}}[%{{.*}}] size 4 pixels 3 pairs 1 bytes
!x = memref<1x1x3x8xi16>
!w = memref<8x1x1x8xi8>
!y = memref<1x1x3x8xi32>
memref.global "private" constant @weights : !w = dense<[[[[-5, 0, 5, -1, 4, -2, 3, -3]]], [[[2, -4, 1, -5, 0, 5, -1, 4]]], [[[-2, 3, -3, 2, -4, 1, -5, 0]]], [[[5, -1, 4, -2, 3, -3, 2, -4]]], [[[1, -5, 0, 5, -1, 4, -2, 3]]], [[[-3, 2, -4, 1, -5, 0, 5, -1]]], [[[4, -2, 3, -3, 2, -4, 1, -5]]], [[[0, 5, -1, 4, -2, 3, -3, 2]]]]>
tir.prim_func private @pointwise(%x: !x {tir.effect = #tir.effect<read>}, %w: !w {tir.effect = #tir.effect<read>},
                                 %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x3x8xi16>
  %weights = bufferization.to_tensor %w restrict : !w to tensor<8x1x1x8xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x3x8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x3x8xi32>) -> tensor<1x1x3x8xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x3x8xi16>, tensor<8x1x1x8xi8>)
      outs(%init : tensor<1x1x3x8xi32>) -> tensor<1x1x3x8xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x3x8xi32>, !y) -> ()
  tir.return
}
tir.prim_func @main(%x: !x {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x3x8xi16>
  %get = memref.get_global @weights : !w
  %w = bufferization.to_tensor %get restrict : !w to tensor<8x1x1x8xi8>
  %e = tensor.empty() : tensor<1x1x3x8xi32>
  %a = tir.call_tir @pointwise(%in, %w) outs(%e)
      : (tensor<1x1x3x8xi16>, tensor<8x1x1x8xi8>, tensor<1x1x3x8xi32>) -> tensor<1x1x3x8xi32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x1x3x8xi32>, !y) -> ()
  tir.return
}

// -----

// 600 products may need more than 32 bits: they are added in parts of 510 and 90. A lone pixel is read as it is.
// CHECK-LABEL: tir.prim_func private @long(
// CHECK-SAME: memref<2xi32> {kernel.argument = #kernel.argument<scratch = true>
// CHECK-SAME: schedule = #kernel.blocked<pixels = 3>
// CHECK: linalg.conv_2d_nhwc_fhwc {{.*}} -> tensor<1x1x1x4xi64>
// LOOPS-LABEL: tir.prim_func private @long(
// LOOPS: kernel.call_step "dsp_dot_halves"(%{{.*}}, %{{.*}}, %[[SUMS:.*]]) at(%{{.*}}) numbers() sizes [510, 1]
// LOOPS: memref.load %[[SUMS]]
// LOOPS: arith.extsi
// LOOPS: kernel.call_step "dsp_dot_halves"(%{{.*}}, %{{.*}}, %[[SUMS]]) at(%{{.*}}) numbers() sizes [90, 1]
// LOOPS: arith.addi %{{.*}} : i64
!x = memref<1x1x1x600xi16>
!w = memref<4x1x1x600xi8>
!y = memref<1x1x1x4xi64>
memref.global "private" constant @weights : !w = dense<-128>
tir.prim_func private @long(%x: !x {tir.effect = #tir.effect<read>}, %w: !w {tir.effect = #tir.effect<read>},
                            %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x1x600xi16>
  %weights = bufferization.to_tensor %w restrict : !w to tensor<4x1x1x600xi8>
  %zero = arith.constant 0 : i64
  %empty = tensor.empty() : tensor<1x1x1x4xi64>
  %init = linalg.fill ins(%zero : i64) outs(%empty : tensor<1x1x1x4xi64>) -> tensor<1x1x1x4xi64>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x1x600xi16>, tensor<4x1x1x600xi8>)
      outs(%init : tensor<1x1x1x4xi64>) -> tensor<1x1x1x4xi64>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x4xi64>, !y) -> ()
  tir.return
}
tir.prim_func @main(%x: !x {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x1x600xi16>
  %get = memref.get_global @weights : !w
  %w = bufferization.to_tensor %get restrict : !w to tensor<4x1x1x600xi8>
  %e = tensor.empty() : tensor<1x1x1x4xi64>
  %a = tir.call_tir @long(%in, %w) outs(%e)
      : (tensor<1x1x1x600xi16>, tensor<4x1x1x600xi8>, tensor<1x1x1x4xi64>) -> tensor<1x1x1x4xi64>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x1x1x4xi64>, !y) -> ()
  tir.return
}

// -----

// The rows of a depthwise convolution become words of two rows.
// CHECK-LABEL: tir.prim_func private @depthwise(
// CHECK-SAME: schedule = #kernel.blocked<pixels = 2>
// CHECK: kernel.unpack_taps
// LOOPS-LABEL: tir.prim_func private @depthwise(
// LOOPS: kernel.call_step "dsp_interleave_halves"(%{{.*}}, %{{.*}}) at(%{{.*}}) numbers(%{{.*}}) sizes [4, 5, 0, 5, 20, 4, 4]
// LOOPS: kernel.dot_columns
!x = memref<1x6x5x4xi16>
!w = memref<3x3x4x1xi8>
!y = memref<1x4x3x4x1xi32>
memref.global "private" constant @weights : !w = dense<3>
tir.prim_func private @depthwise(%x: !x {tir.effect = #tir.effect<read>}, %w: !w {tir.effect = #tir.effect<read>},
                                 %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x6x5x4xi16>
  %weights = bufferization.to_tensor %w restrict : !w to tensor<3x3x4x1xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x4x3x4x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x4x3x4x1xi32>) -> tensor<1x4x3x4x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x6x5x4xi16>, tensor<3x3x4x1xi8>)
      outs(%init : tensor<1x4x3x4x1xi32>) -> tensor<1x4x3x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x4x3x4x1xi32>, !y) -> ()
  tir.return
}
tir.prim_func @main(%x: !x {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !x to tensor<1x6x5x4xi16>
  %get = memref.get_global @weights : !w
  %w = bufferization.to_tensor %get restrict : !w to tensor<3x3x4x1xi8>
  %e = tensor.empty() : tensor<1x4x3x4x1xi32>
  %a = tir.call_tir @depthwise(%in, %w) outs(%e)
      : (tensor<1x6x5x4xi16>, tensor<3x3x4x1xi8>, tensor<1x4x3x4x1xi32>) -> tensor<1x4x3x4x1xi32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x4x3x4x1xi32>, !y) -> ()
  tir.return
}
