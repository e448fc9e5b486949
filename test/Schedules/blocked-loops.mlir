// RUN: tir-opt %s --tir-lower-kernels --canonicalize --cse | FileCheck %s

// Eight pixels are one row: two blocks of three pixels, and one of two. Two channels, and the one that is left.
// CHECK-LABEL: tir.prim_func private @pointwise
// CHECK-SAME: %[[X:.*]]: memref<1x2x4x4xi8> {{.*}} %[[W:.*]]: memref<4xi32> {{.*}} %[[WORDS:.*]]: memref<6xi32> {{.*}} %[[Y:.*]]: memref<1x2x4x3xi32>
// CHECK-SAME: blocks = "blocks of 3 pixels x 2 channels; weights: two channels in each halfword"
// CHECK-NOT: kernel.unpack_pairs
// CHECK: %[[BYTES:.*]] = memref.reinterpret_cast %[[X]] {{.*}} to memref<32xi8>
// CHECK: %[[OUT:.*]] = memref.reinterpret_cast %[[Y]] {{.*}} to memref<24xi32>
// CHECK: scf.for %[[FIRST:.*]] = %c0 to %c6 step %c3 {
// CHECK-NEXT: %[[OFFSET:.*]] = arith.muli %[[FIRST]], %c4
// CHECK-NEXT: kernel.widen_bytes %[[BYTES]][%[[OFFSET]]] from %c0 to %c12 size 12 padding 0, %[[WORDS]][%c0] :
// CHECK-NEXT: %[[A:.*]]:6 = kernel.dot_pairs %[[WORDS]], %[[W]][%c0] size 2 pixels 3 pairs 1
// CHECK-NEXT: %[[PLACE:.*]] = arith.muli %[[FIRST]], %c3
// CHECK-NEXT: memref.store %[[A]]#0, %[[OUT]][%[[PLACE]]]
// CHECK: memref.store %[[A]]#5
// CHECK-NEXT: %[[B:.*]]:6 = kernel.dot_pairs %[[WORDS]], %[[W]][%c2] size 2 pixels 3 pairs 1
// CHECK: memref.store %[[B]]#0
// CHECK-NOT: memref.store %[[B]]#1
// CHECK: memref.store %[[B]]#2
// CHECK: memref.store %[[B]]#4
// CHECK-NEXT: } {tir.name = "w"}
// CHECK: kernel.widen_bytes %{{.*}}[%c24] from %c0 to %c8 size 8 padding 0, %[[WORDS]][%c0] :
// CHECK: %[[A:.*]]:4 = kernel.dot_pairs %[[WORDS]], %[[W]][%c0] size 2 pixels 2 pairs 1
// CHECK-NEXT: memref.store %[[A]]#0, %[[OUT]][%c18]
// CHECK-NEXT: memref.store %[[A]]#2, %[[OUT]][%c21]
// CHECK-NEXT: memref.store %[[A]]#1, %[[OUT]][%c19]
// CHECK-NEXT: memref.store %[[A]]#3, %[[OUT]][%c22]
// CHECK-NEXT: %[[B:.*]]:4 = kernel.dot_pairs %[[WORDS]], %[[W]][%c2] size 2 pixels 2 pairs 1
// CHECK-NEXT: memref.store %[[B]]#0, %[[OUT]][%c20]
// CHECK-NEXT: memref.store %[[B]]#2, %[[OUT]][%c23]
// CHECK-NEXT: tir.return
tir.prim_func private @pointwise(
    %x: memref<1x2x4x4xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %scratch: memref<6xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x4x3xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x4x4xi8> to tensor<1x2x4x4xi8>
  %weights = kernel.unpack_pairs %w segment 4 : memref<4xi32> to tensor<3x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x4x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x4x4xi8>, tensor<3x1x1x4xi8>)
      outs(%init : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x4x3xi32>, memref<1x2x4x3xi32>) -> ()
  tir.return
}

// Rows of nine elements are five words, and a window has four. With three channels, each window has words of its own. A
// row that is not in the input is padding only, and so are the elements of a column that is not. The bias of a channel
// is loaded once for all pixels.
// CHECK-LABEL: tir.prim_func private @padded
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT: scf.for %[[PIXEL:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT: %[[WINDOW:.*]] = arith.muli %[[PIXEL]], %c20
// CHECK: scf.for %[[KH:.*]] = %c0 to %c4 step %c1 {
// CHECK: %[[INPUT_ROW:.*]] = arith.addi %{{.*}}, %[[KH]]
// CHECK: %[[BEFORE:.*]] = arith.subi %c1, %[[PIXEL]]
// CHECK: %[[INSIDE:.*]] = arith.subi %c7, %[[PIXEL]]
// CHECK: arith.cmpi sge, %[[INPUT_ROW]], %c0
// CHECK: arith.cmpi slt, %[[INPUT_ROW]], %c5
// CHECK: %[[TO:.*]] = arith.select %{{.*}}, %{{.*}}, %c0
// CHECK: %[[WORDS:.*]] = arith.muli %[[KH]], %c5
// CHECK: %[[AT:.*]] = arith.addi %[[WINDOW]], %[[WORDS]]
// CHECK: kernel.widen_bytes %{{.*}} size 9 padding -7, %{{.*}}[%[[AT]]] :
// CHECK: } {tir.name = "kh"}
// CHECK-NEXT: } {tir.name = "p"}
// CHECK-NEXT: scf.for %[[C:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT: %[[WEIGHTS:.*]] = arith.muli %[[C]], %c20
// CHECK-NEXT: kernel.dot_pairs %{{.*}}, %{{.*}}[%[[WEIGHTS]]] size 20 pixels 3 pairs 1
// CHECK-COUNT-2: memref.load
// CHECK-NOT: memref.load
// CHECK: } {tir.name = "c"}
// The two pixels that are left are multiplied with four channels together.
// CHECK: kernel.dot_pairs %{{.*}} size 20 pixels 2 pairs 2
// CHECK: } {tir.name = "h"}
tir.prim_func private @padded(
    %x: memref<1x5x6x3xi8> {tir.effect = #tir.effect<read>},
    %w: memref<40xi32> {tir.effect = #tir.effect<read>},
    %b: memref<4xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<60xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x3x5x4xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x5x6x3xi8> to tensor<1x5x6x3xi8>
  %bias = bufferization.to_tensor %b restrict : memref<4xi32> to tensor<4xi32>
  %padding = arith.constant -7 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 0, 0, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x5x6x3xi8> to tensor<1x6x7x3xi8>
  %weights = kernel.unpack_pairs %w segment 9 : memref<40xi32> to tensor<4x4x3x3xi8>
  %empty = tensor.empty() : tensor<1x3x5x4xi32>
  %init = linalg.broadcast ins(%bias : tensor<4xi32>) outs(%empty : tensor<1x3x5x4xi32>) dimensions = [0, 1, 2]
  %out = linalg.conv_2d_nhwc_fhwc ins(%padded, %weights : tensor<1x6x7x3xi8>, tensor<4x4x3x3xi8>)
      outs(%init : tensor<1x3x5x4xi32>) -> tensor<1x3x5x4xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x5x4xi32>, memref<1x3x5x4xi32>) -> ()
  tir.return
}

// With 16 channels, the windows of a block share the words of their columns. A window of three columns has rows of 48
// elements, which are 24 words. The next window of the block begins one column, which is 8 words, after it. Three
// windows cover five columns: rows of 80 elements and 40 words.
// CHECK-LABEL: tir.prim_func private @shared_columns
// CHECK-SAME: %{{.*}}: memref<1x5x7x16xi8> {{.*}} %[[W:.*]]: memref<144xi32> {{.*}} %[[WORDS:.*]]: memref<120xi32> {{.*}} %{{.*}}: memref<1x5x7x4xi32>
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c5 step %c1 {
// CHECK-NEXT: scf.for %[[FIRST:.*]] = %c0 to %c6 step %c3 {
// CHECK-NEXT: %[[LEFT:.*]] = arith.addi %[[FIRST]], %c-1
// CHECK-NEXT: scf.for %[[KH:.*]] = %c0 to %c3 step %c1 {
// CHECK: arith.addi %{{.*}}, %[[LEFT]]
// CHECK: %[[BEFORE:.*]] = arith.subi %c1, %[[FIRST]]
// CHECK: %[[POSITIVE:.*]] = arith.maxsi %[[BEFORE]], %c0
// CHECK: %[[FROM:.*]] = arith.minsi %[[POSITIVE]], %c5
// CHECK: %[[INSIDE:.*]] = arith.subi %c8, %[[FIRST]]
// CHECK: %[[POSITIVE:.*]] = arith.maxsi %[[INSIDE]], %c0
// CHECK: arith.minsi %[[POSITIVE]], %c5
// CHECK: %[[TO:.*]] = arith.select %{{.*}}, %{{.*}}, %c0
// CHECK: %[[BEGIN:.*]] = arith.muli %[[FROM]], %c16
// CHECK: %[[END:.*]] = arith.muli %[[TO]], %c16
// CHECK: %[[AT:.*]] = arith.muli %[[KH]], %c40
// CHECK-NEXT: kernel.widen_bytes %{{.*}} from %[[BEGIN]] to %[[END]] size 80 padding -7, %[[WORDS]][%[[AT]]] :
// CHECK-NEXT: } {tir.name = "kh"}
// CHECK-NEXT: scf.for %[[C:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT: %[[WEIGHTS:.*]] = arith.muli %[[C]], %c72
// CHECK-NEXT: %[[ACC:.*]]:6 = kernel.dot_pairs %[[WORDS]], %[[W]][%[[WEIGHTS]]] size 72 in runs of 24 apart 40 pixels 3 apart 8 pairs 1 :
// CHECK-COUNT-6: memref.store %[[ACC]]#
// CHECK-NEXT: } {tir.name = "c"}
// CHECK-NEXT: } {tir.name = "w"}
// The window of the seventh pixel alone has 24 words a row.
// CHECK: kernel.widen_bytes %{{.*}} from %c0 to %{{.*}} size 48 padding -7, %[[WORDS]][
// CHECK: kernel.dot_pairs %[[WORDS]], %[[W]][%c0] size 72 {{.*}}pixels 1 {{.*}}pairs 2 :
// CHECK: } {tir.name = "h"}
tir.prim_func private @shared_columns(
    %x: memref<1x5x7x16xi8> {tir.effect = #tir.effect<read>},
    %w: memref<144xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<120xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x5x7x4xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x5x7x16xi8> to tensor<1x5x7x16xi8>
  %padding = arith.constant -7 : i8
  %zero = arith.constant 0 : i32
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x5x7x16xi8> to tensor<1x7x9x16xi8>
  %weights = kernel.unpack_pairs %w segment 48 : memref<144xi32> to tensor<4x3x3x16xi8>
  %empty = tensor.empty() : tensor<1x5x7x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x7x4xi32>) -> tensor<1x5x7x4xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%padded, %weights : tensor<1x7x9x16xi8>, tensor<4x3x3x16xi8>)
      outs(%init : tensor<1x5x7x4xi32>) -> tensor<1x5x7x4xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x5x7x4xi32>, memref<1x5x7x4xi32>) -> ()
  tir.return
}

// The pixels of a block are consecutive elements for a window of one pixel, and the words of a pixel are one run.
// CHECK-LABEL: tir.prim_func private @shared_pointwise
// CHECK-NOT: scf.for
// CHECK: kernel.widen_bytes %{{.*}}[%c0] from %c0 to %c48 size 48 padding 0, %{{.*}}[%c0] :
// CHECK-NEXT: kernel.dot_pairs %{{.*}} size 8 pixels 3 pairs 1 :
// CHECK: kernel.widen_bytes %{{.*}}[%c48] from %c0 to %c32 size 32 padding 0, %{{.*}}[%c0] :
// CHECK-NEXT: kernel.dot_pairs %{{.*}} size 8 pixels 2 pairs 1 :
// CHECK: tir.return
tir.prim_func private @shared_pointwise(
    %x: memref<1x1x5x16xi8> {tir.effect = #tir.effect<read>},
    %w: memref<8xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<24xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x1x5x2xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x1x5x16xi8> to tensor<1x1x5x16xi8>
  %weights = kernel.unpack_pairs %w segment 16 : memref<8xi32> to tensor<2x1x1x16xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x5x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x5x2xi32>) -> tensor<1x1x5x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x5x16xi8>, tensor<2x1x1x16xi8>)
      outs(%init : tensor<1x1x5x2xi32>) -> tensor<1x1x5x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x5x2xi32>, memref<1x1x5x2xi32>) -> ()
  tir.return
}

// One row of a window needs no runs. With a stride of two, windows have one column of 16 words in common.
// CHECK-LABEL: tir.prim_func private @shared_stride
// CHECK: kernel.widen_bytes %{{.*}} from %c0 to %c224 size 224 padding 0, %{{.*}}[%c0] :
// CHECK-NEXT: kernel.dot_pairs %{{.*}} size 48 pixels 3 apart 32 pairs 1 :
tir.prim_func private @shared_stride(
    %x: memref<1x2x7x32xi8> {tir.effect = #tir.effect<read>},
    %w: memref<48xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<112xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x3x2xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x7x32xi8> to tensor<1x2x7x32xi8>
  %weights = kernel.unpack_pairs %w segment 96 : memref<48xi32> to tensor<2x1x3x32xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x3x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc {strides = dense<[1, 2]> : tensor<2xi64>}
      ins(%in, %weights : tensor<1x2x7x32xi8>, tensor<2x1x3x32xi8>)
      outs(%init : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x3x2xi32>, memref<1x2x3x2xi32>) -> ()
  tir.return
}

// The left and the right column alone, with the columns of the window that are inside; two pixels at a time between.
// CHECK-LABEL: tir.prim_func private @depthwise
// CHECK-SAME: blocks = "blocks of 2 pixels x 4 channels; weights: all channels of a position together"
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c5 step %c1 {
// CHECK: %[[BEGIN:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK: %[[END:.*]] = arith.minsi %{{.*}}, %c2
// CHECK: scf.for %[[C:.*]] = %c0 to %c2 step %c1 {
// CHECK: %[[CHANNEL:.*]] = arith.muli %[[C]], %c4
// CHECK: kernel.dot_taps %{{.*}}, %{{.*}}[%[[CHANNEL]]] rows %[[BEGIN]] to %[[END]] columns %c1 to %c3 pixels 1 {column_pitch = 8 : i64, columns = 3 : i64, pixel_pitch = 8 : i64, row_pitch = 48 : i64, weight_pitch = 8 : i64, zero_point = 2 : i64}
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c2 {
// CHECK: scf.for %{{.*}} = %c0 to %c2 step %c1 {
// CHECK: %[[ACC:.*]]:8 = kernel.dot_taps %{{.*}} rows %[[BEGIN]] to %[[END]] columns %c0 to %c3 pixels 2
// CHECK-COUNT-8: memref.store %[[ACC]]#
// CHECK: } {tir.name = "w"}
// CHECK: kernel.dot_taps %{{.*}} columns %c0 to %c2 pixels 1
tir.prim_func private @depthwise(
    %x: memref<1x5x6x8xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2x3x8x1xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x5x6x8x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 2>} {
  %in = bufferization.to_tensor %x restrict : memref<1x5x6x8xi8> to tensor<1x5x6x8xi8>
  %weights = bufferization.to_tensor %w restrict : memref<2x3x8x1xi8> to tensor<2x3x8x1xi8>
  %padding = arith.constant 2 : i8
  %zero_point = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 0, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x5x6x8xi8> to tensor<1x6x8x8xi8>
  %empty = tensor.empty() : tensor<1x5x6x8x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x6x8x1xi32>) -> tensor<1x5x6x8x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm_q
      ins(%padded, %weights, %zero_point, %zero : tensor<1x6x8x8xi8>, tensor<2x3x8x1xi8>, i32, i32)
      outs(%init : tensor<1x5x6x8x1xi32>) -> tensor<1x5x6x8x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x5x6x8x1xi32>, memref<1x5x6x8x1xi32>) -> ()
  tir.return
}

// A window of 3 x 3 with two rows between its rows: four channels are widened together, and then the other two. A row
// has a block of four pixels and one that is left; every pixel is two columns after the last one.
// CHECK-LABEL: tir.prim_func private @columns
// CHECK-SAME: blocks = "blocks of 4 pixels x 1 channel; weights: a word for each column of a channel's window"
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c5 step %c1 {
// The column of padding on each side is the same for all groups of four channels. Two columns have three words together.
// CHECK: scf.for %[[P:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT: %[[WORD:.*]] = arith.addi %{{.*}}, %[[P]]
// CHECK-NEXT: memref.store %c131074_i32, %{{.*}}[%[[WORD]]] : memref<72xi32>
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1 {
// CHECK: memref.store %c131074_i32
// CHECK: kernel.widen_rows %{{.*}} rows %{{.*}} to %{{.*}} columns %c1 to %c10, %{{.*}}[%c0] {channels = 4 : i64, column_pitch = 6 : i64, columns = 11 : i64, padding = 2 : i64, row_pitch = 108 : i64}
// CHECK: scf.for %[[I:.*]] = %c0 to %c4 step %c1 {
// CHECK: %[[AT:.*]] = arith.muli %[[I]], %c18
// CHECK: %[[TAPS:.*]]:6 = kernel.load_taps %{{.*}}[%{{.*}}] : memref<18xi32>
// CHECK: %[[ACC:.*]]:4 = kernel.dot_columns %{{.*}}[%[[AT]]] taps(%[[TAPS]]#0, %[[TAPS]]#1, %[[TAPS]]#2, %[[TAPS]]#3, %[[TAPS]]#4, %[[TAPS]]#5) init %c0_i32 rows 1 pixels 4 stride 2
// CHECK-COUNT-4: memref.store %[[ACC]]#
// CHECK: %[[LAST:.*]] = arith.addi %[[AT]], %c12
// CHECK: kernel.dot_columns %{{.*}}[%[[LAST]]] {{.*}} rows 1 pixels 1 stride 2
// CHECK: kernel.widen_rows {{.*}}channels = 2
// CHECK: scf.for %{{.*}} = %c0 to %c2 step %c1 {
tir.prim_func private @columns(
    %x: memref<1x9x9x6xi8> {tir.effect = #tir.effect<read>},
    %w: memref<18xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<72xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x5x5x6x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 4>} {
  %in = bufferization.to_tensor %x restrict : memref<1x9x9x6xi8> to tensor<1x9x9x6xi8>
  %weights = kernel.unpack_taps %w : memref<18xi32> to tensor<3x3x6x1xi8>
  %padding = arith.constant 2 : i8
  %zero = arith.constant 0 : i32
  %padded = tensor.pad %in low[0, 2, 1, 0] high[0, 2, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x9x9x6xi8> to tensor<1x13x11x6xi8>
  %empty = tensor.empty() : tensor<1x5x5x6x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x5x6x1xi32>) -> tensor<1x5x5x6x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%padded, %weights : tensor<1x13x11x6xi8>, tensor<3x3x6x1xi8>)
      outs(%init : tensor<1x5x5x6x1xi32>) -> tensor<1x5x5x6x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x5x5x6x1xi32>, memref<1x5x5x6x1xi32>) -> ()
  tir.return
}

// Two rows at a time have four rows of the input, and the fifth row is left. A row has a block of two pixels and one that
// is left.
// CHECK-LABEL: tir.prim_func private @row_pairs
// CHECK-SAME: blocks = "blocks of 2 rows x 2 pixels x 1 channel; weights: a word for each column of a channel's window"
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c4 step %c2 {
// CHECK: kernel.widen_rows %{{.*}} rows %{{.*}} to %{{.*}} columns %c1 to %c4, %{{.*}}[%c0] {channels = 4 : i64, column_pitch = 4 : i64, columns = 5 : i64, padding = 2 : i64, row_pitch = 12 : i64, rows = 4 : i64}
// CHECK: scf.for %[[I:.*]] = %c0 to %c4 step %c1 {
// CHECK: %[[AT:.*]] = arith.muli %[[I]], %c10
// CHECK: %[[WORD:.*]] = arith.muli %[[I]], %c3
// CHECK: kernel.load_taps %{{.*}}[%[[WORD]]] : memref<12xi32>
// CHECK: %[[ACC:.*]]:4 = kernel.dot_columns %{{.*}}[%[[AT]]] {{.*}} rows 2 pixels 2 stride 1
// CHECK-COUNT-4: memref.store %[[ACC]]#
// CHECK: %[[LAST:.*]] = arith.addi %[[AT]], %c4
// CHECK: kernel.dot_columns %{{.*}}[%[[LAST]]] {{.*}} rows 2 pixels 1 stride 1
// CHECK: } {tir.name = "h"}
// CHECK: kernel.widen_rows {{.*}} row_pitch = 12 : i64}
// CHECK: %[[AT:.*]] = arith.muli %{{.*}}, %c9
// CHECK: kernel.dot_columns %{{.*}}[%[[AT]]] {{.*}} rows 1 pixels 2 stride 1
// CHECK: %[[LAST:.*]] = arith.addi %[[AT]], %c3
// CHECK: kernel.dot_columns %{{.*}}[%[[LAST]]] {{.*}} rows 1 pixels 1 stride 1
tir.prim_func private @row_pairs(
    %x: memref<1x5x3x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<12xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<40xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x5x3x4x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 2>} {
  %in = bufferization.to_tensor %x restrict : memref<1x5x3x4xi8> to tensor<1x5x3x4xi8>
  %weights = kernel.unpack_taps %w : memref<12xi32> to tensor<3x3x4x1xi8>
  %padding = arith.constant 2 : i8
  %zero = arith.constant 0 : i32
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x5x3x4xi8> to tensor<1x7x5x4xi8>
  %empty = tensor.empty() : tensor<1x5x3x4x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x3x4x1xi32>) -> tensor<1x5x3x4x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%padded, %weights : tensor<1x7x5x4xi8>, tensor<3x3x4x1xi8>)
      outs(%init : tensor<1x5x3x4x1xi32>) -> tensor<1x5x3x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x5x3x4x1xi32>, memref<1x5x3x4x1xi32>) -> ()
  tir.return
}

// A block of eight pixels of one row is a chain of steps for two pixels, whose sums are stored before the next step.
// CHECK-LABEL: tir.prim_func private @chain
// CHECK-SAME: blocks = "blocks of 8 pixels x 1 channel; weights: a word for each column of a channel's window"
// CHECK: %[[AT:.*]] = arith.muli %{{.*}}, %c15
// CHECK: %[[TAPS:.*]]:5 = kernel.load_row_taps {{.*}}
// CHECK-DAG: %[[SECOND_AT:.*]] = arith.addi %[[AT]], %c3
// CHECK-DAG: %[[THIRD_AT:.*]] = arith.addi %[[AT]], %c6
// CHECK-DAG: %[[LAST_AT:.*]] = arith.addi %[[AT]], %c9
// CHECK: %[[FIRST:.*]]:4 = kernel.dot_next_columns %{{.*}}[%[[AT]]] taps(%[[TAPS]]#0, {{.*}}) init %c0_i32 pixels 2 begins 2 stride 1
// CHECK: memref.store %[[FIRST]]#0
// CHECK: memref.store %[[FIRST]]#1
// CHECK: %[[SECOND:.*]]:4 = kernel.dot_next_columns %{{.*}}[%[[SECOND_AT]]] {{.*}} begun(%[[FIRST]]#2, %[[FIRST]]#3) {{.*}} pixels 2 begins 2
// CHECK: memref.store %[[SECOND]]#1
// CHECK: %[[THIRD:.*]]:4 = kernel.dot_next_columns %{{.*}}[%[[THIRD_AT]]] {{.*}} begun(%[[SECOND]]#2, %[[SECOND]]#3) {{.*}} pixels 2 begins 2
// CHECK: memref.store %[[THIRD]]#1
// CHECK: %[[LAST:.*]]:2 = kernel.dot_next_columns %{{.*}}[%[[LAST_AT]]] {{.*}} begun(%[[THIRD]]#2, %[[THIRD]]#3) {{.*}} pixels 2 begins 0
// CHECK: memref.store %[[LAST]]#1
tir.prim_func private @chain(
    %x: memref<1x3x10x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<12xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<60xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x1x8x4x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 8>} {
  %in = bufferization.to_tensor %x restrict : memref<1x3x10x4xi8> to tensor<1x3x10x4xi8>
  %weights = kernel.unpack_row_taps %w : memref<12xi32> to tensor<3x3x4x1xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x8x4x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x8x4x1xi32>) -> tensor<1x1x8x4x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x3x10x4xi8>, tensor<3x3x4x1xi8>)
      outs(%init : tensor<1x1x8x4x1xi32>) -> tensor<1x1x8x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x8x4x1xi32>, memref<1x1x8x4x1xi32>) -> ()
  tir.return
}
