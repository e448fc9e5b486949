// RUN: tir-opt %s --tir-lower-kernels --canonicalize --cse | FileCheck %s

// Nine pixels are one row: four blocks of two, and one that is left. Four channels together, and one that is left.
// CHECK-LABEL: tir.prim_func private @pointwise
// CHECK-SAME: blocks = "blocks of 2 pixels x 4 channels; weights: four channels together"
// CHECK: scf.for %[[PIXEL:.*]] = %c0 to %c8 step %c2 {
// CHECK-NEXT: %[[AT:.*]] = arith.muli %[[PIXEL]], %c8
// CHECK-NEXT: %[[SUMS:.*]]:8 = kernel.dot_block %{{.*}}[%[[AT]]], %{{.*}}[%c0] rows %c0 to %c1 elements %c0 to %c8 init({{.*}}) rows 1 apart 24 size 8 padding 0 pixels 2 apart 8
// CHECK: memref.store %[[SUMS]]#0
// CHECK: memref.store %[[SUMS]]#4
// CHECK: %[[LAST:.*]]:8 = kernel.dot_block %{{.*}}[%[[AT]]], %{{.*}}[%c32]
// CHECK: memref.store %[[LAST]]#0
// CHECK: memref.store %[[LAST]]#4
// CHECK-NEXT: } {tir.name = "w"}
// CHECK: kernel.dot_block %{{.*}}[%c64], %{{.*}}[%c0] {{.*}} pixels 1
// CHECK: kernel.dot_block %{{.*}}[%c64], %{{.*}}[%c32] {{.*}} pixels 1
tir.prim_func private @pointwise(
    %x: memref<1x3x3x8xi8> {tir.effect = #tir.effect<read>},
    %w: memref<64xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x3x3x5xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.scalar<pixels = 2>} {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x8xi8> to tensor<1x3x3x8xi8>
  %weights = kernel.unpack_channels %w group 4 : memref<64xi8> to tensor<5x1x1x8xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x3x5xi32>) -> tensor<1x3x3x5xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x3x3x8xi8>, tensor<5x1x1x8xi8>)
      outs(%init : tensor<1x3x3x5xi32>) -> tensor<1x3x3x5xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x3x5xi32>, memref<1x3x3x5xi32>) -> ()
  tir.return
}

// Columns 1 to 4 of six have no padding: two blocks. Columns 0 and 5 are computed one by one.
// CHECK-LABEL: tir.prim_func private @padded
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c6 step %c1 {
// CHECK: scf.for %[[COLUMN:.*]] = %c0 to %c4 step %c2 {
// CHECK: kernel.dot_block {{.*}} rows %[[BEGIN:.*]] to %[[END:.*]] elements %c0 to %c9 {{.*}} rows 3 apart 18 size 9 padding -7 pixels 2 apart 3 excess
// CHECK: } {tir.name = "w"}
// CHECK-NEXT: scf.for %[[NUMBER:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT: %[[RIGHT:.*]] = arith.addi %[[NUMBER]], %c4
// CHECK-NEXT: %[[IS_LEFT:.*]] = arith.cmpi slt, %[[NUMBER]], %c1
// CHECK-NEXT: arith.select %[[IS_LEFT]], %[[NUMBER]], %[[RIGHT]]
// CHECK: kernel.dot_block {{.*}} rows %[[BEGIN]] to %[[END]] elements %{{.*}} to %{{.*}} {{.*}} pixels 1 apart 3 excess
tir.prim_func private @padded(
    %x: memref<1x6x6x3xi8> {tir.effect = #tir.effect<read>},
    %w: memref<108xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x6x6x4xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.scalar<pixels = 2, excess = true>} {
  %in = bufferization.to_tensor %x restrict : memref<1x6x6x3xi8> to tensor<1x6x6x3xi8>
  %weights = kernel.unpack_channels %w group 4 excess : memref<108xi8> to tensor<4x3x3x3xi8>
  %padding = arith.constant -7 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x6x6x3xi8> to tensor<1x8x8x3xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x6x6x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x6x6x4xi32>) -> tensor<1x6x6x4xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%padded, %weights : tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>)
      outs(%init : tensor<1x6x6x4xi32>) -> tensor<1x6x6x4xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x6x6x4xi32>, memref<1x6x6x4xi32>) -> ()
  tir.return
}

// A column on the left, a block of three, one pixel that is left, and a column on the right.
// CHECK-LABEL: tir.prim_func private @depthwise
// CHECK: scf.for %{{.*}} = %c0 to %c6 step %c1 {
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK: kernel.dot_strip {{.*}} pixels 1 {column_begin = 1 : i64, column_end = 3 : i64,
// CHECK: } {tir.name = "c"}
// CHECK: kernel.dot_strip {{.*}} pixels 3 {column_begin = 0 : i64, column_end = 3 : i64,
// CHECK: } {tir.name = "c"}
// CHECK: kernel.dot_strip {{.*}} pixels 1 {column_begin = 0 : i64, column_end = 3 : i64,
// CHECK: } {tir.name = "c"}
// CHECK: kernel.dot_strip {{.*}} pixels 1 {column_begin = 0 : i64, column_end = 2 : i64,
// CHECK: } {tir.name = "c"}
// CHECK-NEXT: } {tir.name = "h"}
tir.prim_func private @depthwise(
    %x: memref<1x6x6x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<36xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x6x6x4x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.scalar<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x6x6x4xi8> to tensor<1x6x6x4xi8>
  %weights = kernel.unpack_channels %w group 1 depthwise : memref<36xi8> to tensor<3x3x4x1xi8>
  %padding = arith.constant -7 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x6x6x4xi8> to tensor<1x8x8x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x6x6x4x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x6x6x4x1xi32>) -> tensor<1x6x6x4x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%padded, %weights : tensor<1x8x8x4xi8>, tensor<3x3x4x1xi8>)
      outs(%init : tensor<1x6x6x4x1xi32>) -> tensor<1x6x6x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x6x6x4x1xi32>, memref<1x6x6x4x1xi32>) -> ()
  tir.return
}

// The elements of a pixel are raised once for all channels.
// CHECK-LABEL: tir.prim_func private @raised
// CHECK: scf.for %[[PIXEL:.*]] = %c0 to %c6 step %c1 {
// CHECK: %[[SUM:.*]] = kernel.raise_elements %{{.*}} rows %{{.*}} to %{{.*}} elements %{{.*}} to %{{.*}} rows 3 apart 18 size 9 padding -7, %[[BYTES:.*]][%c0] : memref<108xi8>, memref<27xi8>
// CHECK: %[[EXCESS:.*]] = arith.shli %[[SUM]], %c7_i32
// CHECK: scf.for %{{.*}} = %c0 to %c8 step %c4 {
// CHECK: arith.subi %{{.*}}, %[[EXCESS]]
// CHECK: kernel.dot_raised %[[BYTES]][%c0], %{{.*}} size 27
tir.prim_func private @raised(
    %x: memref<1x6x6x3xi8> {tir.effect = #tir.effect<read>},
    %w: memref<216xi8> {tir.effect = #tir.effect<read>},
    %s: memref<27xi8> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x6x6x8xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.scalar<pixels = 1, excess = true, raised = true>} {
  %in = bufferization.to_tensor %x restrict : memref<1x6x6x3xi8> to tensor<1x6x6x3xi8>
  %weights = kernel.unpack_channels %w group 4 excess : memref<216xi8> to tensor<8x3x3x3xi8>
  %padding = arith.constant -7 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x6x6x3xi8> to tensor<1x8x8x3xi8>
  %zero = arith.constant 0 : i32
  %zero_point = arith.constant -128 : i32
  %empty = tensor.empty() : tensor<1x6x6x8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x6x6x8xi32>) -> tensor<1x6x6x8xi32>
  %out = linalg.conv_2d_nhwc_fhwc_q
      ins(%padded, %weights, %zero_point, %zero : tensor<1x8x8x3xi8>, tensor<8x3x3x3xi8>, i32, i32)
      outs(%init : tensor<1x6x6x8xi32>) -> tensor<1x6x6x8xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x6x6x8xi32>, memref<1x6x6x8xi32>) -> ()
  tir.return
}
