// RUN: tir-opt %s --tir-lower-kernels --canonicalize --cse | FileCheck %s

// Nine pixels are one row: a block of eight, and one that is left. Sixteen channels, and one that is left. The zeros after
// the 24 numbers of each pixel are written once.
// CHECK-LABEL: tir.prim_func private @conv
// CHECK-SAME: %[[X:.*]]: memref<1x3x3x24xi8> {{.*}} %[[W:.*]]: memref<17x32xi8> {{.*}} %[[SUMS:.*]]: memref<128xi32> {{.*}} %[[PIXELS:.*]]: memref<256xi16> {{.*}} %[[Y:.*]]: memref<1x3x3x17xi32>
// CHECK-SAME: blocks = "blocks of 8 pixels x 16 channels; weights: a row of 32 for each channel"
// CHECK-NOT: tensor.extract_slice
// CHECK-DAG: %[[BYTES:.*]] = memref.reinterpret_cast %[[X]] {{.*}} to memref<216xi8>
// CHECK-DAG: %[[ROWS:.*]] = memref.reinterpret_cast %[[W]] {{.*}} to memref<544xi8>
// CHECK-DAG: %[[OUT:.*]] = memref.reinterpret_cast %[[Y]] {{.*}} to memref<153xi32>
// CHECK: scf.for %[[PIXEL:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[ROW:.*]] = arith.muli %[[PIXEL]], %c32
// CHECK-NEXT: %[[REST:.*]] = arith.addi %[[ROW]], %[[I]]
// CHECK-NEXT: %[[PLACE:.*]] = arith.addi %[[REST]], %c24
// CHECK-NEXT: memref.store %c0_i16, %[[PIXELS]][%[[PLACE]]]
// CHECK: scf.for %[[PIXEL:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[AT:.*]] = arith.muli %[[PIXEL]], %c32
// CHECK-NEXT: %[[OFFSET:.*]] = arith.muli %[[PIXEL]], %c24
// CHECK-NEXT: kernel.widen_elements %[[BYTES]][%[[OFFSET]]] from %c0 to %c24 size 24 padding 0, %[[PIXELS]][%[[AT]]]
// CHECK-NEXT: } {tir.name = "p"}
// CHECK-NEXT: kernel.dot_rows %[[PIXELS]], %[[ROWS]][%c0], %[[SUMS]] size 32 pixels 8 channels 16
// CHECK-NEXT: scf.for %[[PIXEL:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: scf.for %[[CHANNEL:.*]] = %c0 to %c16 step %c1 {
// CHECK: %[[SUM:.*]] = memref.load %[[SUMS]]
// CHECK: memref.store %[[SUM]], %[[OUT]]
// CHECK: kernel.dot_rows %[[PIXELS]], %[[ROWS]][%c512], %[[SUMS]] size 32 pixels 8 channels 1
// CHECK: kernel.widen_elements %[[BYTES]][%c192] from %c0 to %c24 size 24 padding 0, %[[PIXELS]][%c0]
// CHECK-NEXT: kernel.dot_rows %[[PIXELS]], %[[ROWS]][%c0], %[[SUMS]] size 32 pixels 1 channels 16
// CHECK: kernel.dot_rows %[[PIXELS]], %[[ROWS]][%c512], %[[SUMS]] size 32 pixels 1 channels 1
// CHECK: memref.store %{{.*}}, %[[OUT]][%c152]
tir.prim_func private @conv(
    %x: memref<1x3x3x24xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<17x32xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %sums: memref<128xi32> {tir.effect = #tir.effect<write>, tir.name = "sums", kernel.argument = #kernel.argument<scratch = true>},
    %pixels: memref<256xi16> {tir.effect = #tir.effect<write>, tir.name = "pixels", kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x3x3x17xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.portable<pixels = 8>} {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x24xi8> to tensor<1x3x3x24xi8>
  %rows = bufferization.to_tensor %w restrict : memref<17x32xi8> to tensor<17x32xi8>
  %used = tensor.extract_slice %rows[0, 0] [17, 24] [1, 1] : tensor<17x32xi8> to tensor<17x24xi8>
  %weights = tensor.expand_shape %used [[0], [1, 2, 3]] output_shape [17, 1, 1, 24] : tensor<17x24xi8> into tensor<17x1x1x24xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x17xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x3x3x24xi8>, tensor<17x1x1x24xi8>)
      outs(%init : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x3x17xi32>, memref<1x3x3x17xi32>) -> ()
  tir.return
}

// A row of the window is nine elements of three pixels. Columns and rows outside of the input are padding.
// CHECK-LABEL: tir.prim_func private @padded
// CHECK: memref.store %c0_i16
// CHECK-NEXT: } {tir.name = "i"}
// CHECK-NEXT: } {tir.name = "p"}
// CHECK-NEXT: scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT: scf.for %[[PIXEL:.*]] = %c0 to %c2 step %c1 {
// CHECK: scf.for %[[KH:.*]] = %c0 to %c3 step %c1 {
// CHECK: %[[INPUT_ROW:.*]] = arith.addi %{{.*}}, %[[KH]]
// CHECK: %[[BEFORE:.*]] = arith.subi %c1, %{{.*}}
// CHECK: %[[INSIDE:.*]] = arith.subi %c7, %{{.*}}
// CHECK-DAG: arith.cmpi sge, %[[INPUT_ROW]], %c0
// CHECK-DAG: arith.cmpi slt, %[[INPUT_ROW]], %c4
// CHECK: kernel.widen_elements %{{.*}} size 9 padding -9
// CHECK: kernel.dot_rows %{{.*}} size 32 pixels 2 channels 2
// CHECK: kernel.dot_rows %{{.*}} size 32 pixels 1 channels 2
tir.prim_func private @padded(
    %x: memref<1x4x6x3xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<2x32xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %sums: memref<4xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %pixels: memref<64xi16> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x3x2xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.portable<pixels = 2>} {
  %in = bufferization.to_tensor %x restrict : memref<1x4x6x3xi8> to tensor<1x4x6x3xi8>
  %padding = arith.constant -9 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 0, 0, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x4x6x3xi8> to tensor<1x5x7x3xi8>
  %rows = bufferization.to_tensor %w restrict : memref<2x32xi8> to tensor<2x32xi8>
  %used = tensor.extract_slice %rows[0, 0] [2, 27] [1, 1] : tensor<2x32xi8> to tensor<2x27xi8>
  %weights = tensor.expand_shape %used [[0], [1, 2, 3]] output_shape [2, 3, 3, 3] : tensor<2x27xi8> into tensor<2x3x3x3xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x3x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>} ins(%padded, %weights : tensor<1x5x7x3xi8>, tensor<2x3x3x3xi8>)
      outs(%init : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x3x2xi32>, memref<1x2x3x2xi32>) -> ()
  tir.return
}

// 64 channels at a time, and 8 that are left. The rows and columns of the window that are in the input are the same.
// CHECK-LABEL: tir.prim_func private @depthwise
// CHECK-SAME: %[[SUMS:[^:]*]]: memref<64xi32> {{.*}} %[[PADDING:[^:]*]]: memref<64xi8>
// CHECK-SAME: blocks = "blocks of 1 pixel x 64 channels; weights: a row of 72 for each position of the window"
// CHECK: scf.for %[[I:.*]] = %c0 to %c64 step %c1 {
// CHECK-NEXT: memref.store %c-7_i8, %[[PADDING]][%[[I]]]
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK: kernel.dot_window %[[X:.*]][%[[CORNER:.*]]] padding %[[PADDING]], %[[W:.*]][%c0] rows %[[TOP:.*]] to %[[BOTTOM:.*]] columns %[[LEFT:.*]] to %[[RIGHT:.*]], %[[SUMS]] channels 64
// CHECK-SAME: {column_pitch = 72 : i64, columns = 3 : i64, row_pitch = 288 : i64, rows = 3 : i64, weight_pitch = 72 : i64}
// CHECK: %[[NEXT:.*]] = arith.addi %[[CORNER]], %c64
// CHECK-NEXT: kernel.dot_window %[[X]][%[[NEXT]]] padding %[[PADDING]], %[[W]][%c64] rows %[[TOP]] to %[[BOTTOM]] columns %[[LEFT]] to %[[RIGHT]], %[[SUMS]] channels 8
tir.prim_func private @depthwise(
    %x: memref<1x4x4x72xi8> {tir.effect = #tir.effect<read>},
    %w: memref<9x72xi8> {tir.effect = #tir.effect<read>},
    %sums: memref<64xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %padding: memref<64xi8> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x4x4x72x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.portable<pixels = 1>} {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x72xi8> to tensor<1x4x4x72xi8>
  %rows = bufferization.to_tensor %w restrict : memref<9x72xi8> to tensor<9x72xi8>
  %weights = tensor.expand_shape %rows [[0, 1], [2, 3]] output_shape [3, 3, 72, 1] : tensor<9x72xi8> into tensor<3x3x72x1xi8>
  %outside = arith.constant -7 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %outside : i8
  } : tensor<1x4x4x72xi8> to tensor<1x6x6x72xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x4x4x72x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x4x4x72x1xi32>) -> tensor<1x4x4x72x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%padded, %weights : tensor<1x6x6x72xi8>, tensor<3x3x72x1xi8>)
      outs(%init : tensor<1x4x4x72x1xi32>) -> tensor<1x4x4x72x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x4x4x72x1xi32>, memref<1x4x4x72x1xi32>) -> ()
  tir.return
}
